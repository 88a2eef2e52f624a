/**
 * The parts of google.firestore.v1 messages that this server inspects, as proto-loader returns them.
 * Everything else passes through unchanged.
 */
export interface Value {
  readonly mapValue?: { fields?: Record<string, Value> };
  readonly [kind: string]: unknown;
}

export interface Document {
  readonly name: string;
  readonly fields?: Record<string, Value>;
}

export interface Mask {
  readonly fieldPaths?: readonly string[];
}

interface FieldReference {
  readonly fieldPath: string;
}

export interface Filter {
  readonly compositeFilter?: { readonly op: string; readonly filters?: readonly Filter[] };
  readonly fieldFilter?: { readonly op: string; readonly field: FieldReference; readonly value?: Value };
  readonly unaryFilter?: { readonly op: string; readonly field: FieldReference };
}

export interface StructuredQuery {
  readonly where?: Filter;
  readonly orderBy?: readonly { readonly field?: FieldReference }[];
}

export interface TransactionOptions {
  readonly readOnly?: object;
}

/** The transaction fields of a read. */
export interface Selector {
  readonly transaction?: Buffer;
  readonly newTransaction?: TransactionOptions;
  readonly consistencySelector?: unknown;
}

export interface QueryRequest extends Selector {
  readonly parent: string;
  readonly structuredQuery?: StructuredQuery;
  readonly structuredAggregationQuery?: { readonly structuredQuery?: StructuredQuery };
}

export interface BatchGetRequest extends Selector {
  readonly database: string;
  readonly documents?: readonly string[];
  readonly mask?: Mask;
}

export interface Write {
  readonly update?: Document;
  readonly delete?: string;
  readonly transform?: { readonly document: string };
}

export interface CommitRequest {
  readonly database: string;
  readonly writes?: readonly Write[];
  readonly transaction?: Buffer;
}

export interface ListDocumentsRequest {
  readonly parent: string;
  readonly mask?: Mask;
  readonly pageSize?: number;
  readonly pageToken?: string;
  readonly orderBy?: string;
}

export interface ListenRequest {
  readonly database: string;
  readonly addTarget?: { readonly query?: { readonly structuredQuery?: StructuredQuery } };
}

/** One answer of a read stream. */
export interface ReadResponse {
  readonly transaction?: Buffer;
  readonly document?: Document;
  readonly found?: Document;
}
