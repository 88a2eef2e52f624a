import { isCampaignLike } from "../../contract/names/property-names.js";
import { describe, expect, it } from "vitest";
import type { PropertyDay, PropertySeries } from "../../aggregates/model.js";
import { isVersionLike } from "./self-changing.js";

const day = (filled: number, versionLike: number): PropertyDay => ({
  rows: filled + 10,
  absent: 4,
  nulls: 3,
  empties: 3,
  nullLike: 0,
  numbers: 0,
  versionLike,
  distinct: 1,
  values: [],
  otherRows: filled,
  bins: [],
  forms: [],
});

const series = (property: string, days: (PropertyDay | null)[] = []): PropertySeries => ({
  property,
  parent: "Order",
  days,
  rows: days.map((counts) => counts?.rows ?? 0),
});

describe("isVersionLike", () => {
  it.each(["$os_version", "appBuild", "mp_lib", "SDK", "lib", "$app_release", "my-sdk-name"])(
    "takes the name %s",
    (name) => {
      expect(isVersionLike(series(name), 0, 0)).toBe(true);
    },
  );

  it.each(["library_name", "buyer", "sdks", "plan", "liberty", "asdk", "campaign_id"])(
    "leaves the name %s",
    (name) => {
      expect(isVersionLike(series(name), 0, 0)).toBe(false);
    },
  );

  it("takes a property of which more than half of the filled rows look like versions", () => {
    expect(isVersionLike(series("app", [day(100, 51)]), 0, 1)).toBe(true);
    expect(isVersionLike(series("app", [day(100, 50)]), 0, 1)).toBe(false);
  });

  it("looks at the given days only, and accepts days without the property", () => {
    const app = series("app", [day(100, 0), null, day(100, 100), day(100, 100)]);
    expect(isVersionLike(app, 0, 2)).toBe(false);
    expect(isVersionLike(app, 2, 4)).toBe(true);
    expect(isVersionLike(series("app", [null]), 0, 1)).toBe(false);
  });
});

describe("isCampaignLike", () => {
  it.each(["utm_campaign", "Experiment", "variant_id", "promo", "promotion"])("takes %s", (name) => {
    expect(isCampaignLike(name)).toBe(true);
  });
  it.each(["promoter", "promoter_id", "plan", "$os"])("leaves %s", (name) => {
    expect(isCampaignLike(name)).toBe(false);
  });
});
