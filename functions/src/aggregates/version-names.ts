const versionName = /version|build|release|(^|[^a-z])(sdk|lib)([^a-z]|$)/i;

/** Whether the name alone suggests versions: `$os_version`, `appBuild`, `mp_lib`, but not `library_name`. */
export const hasVersionName = (property: string): boolean => versionName.test(property);
