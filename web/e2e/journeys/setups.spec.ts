import type { Setup } from "@contract/setups";
import { connect, createSetup, demoShop } from "../stack/account";
import { expect, navigate, test, toast } from "./journey";

test("the wizard asks for what it needs, creates a scheduled setup and leads back", async ({
  page,
  account,
}) => {
  await page.goto("/setup-wizard");
  await expect(
    page.getByText("No verified connections available. Please add and verify a connection first."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();

  await connect(account, demoShop);
  await page.goto("/setups");
  await page.getByRole("link", { name: "Create Your First Setup" }).click();
  await expect(page.getByLabel("Connection", { exact: true })).toHaveValue(/.+/);
  await expect(page.getByRole("link", { name: "Cancel" })).toHaveAttribute("href", "/setups");
  await expect(page.getByRole("link", { name: "Skip for now" })).toHaveAttribute("href", "/");
  await page.getByLabel("Setup name").fill("Weekly checks");
  await page.getByLabel("Description").fill("Before the weekly meeting.");
  await page.getByRole("button", { name: "Next" }).click();

  // The recommended checks are selected, with their price.
  await expect(page.getByText("9 of 9 selected")).toBeVisible();
  await expect(page.getByText(/If run daily: at most [\d,]+ a month, or \$\d+\.\d\d a month/)).toBeVisible({
    timeout: 115_000,
  });
  await page.getByRole("button", { name: "Clear all" }).click();
  // Nothing is selected now, so the step can't be completed, and the page says why.
  await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();
  await expect(page.getByText("Select at least one check to continue.")).toBeVisible();

  await page.getByRole("checkbox", { name: "Event stopped flowing" }).check();
  await expect(page.getByLabel("Threshold, Event stopped flowing")).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Event count spike/drop" }).check();
  const threshold = page.getByLabel("Threshold, Event count spike/drop");
  await threshold.fill("250");
  await threshold.press("Tab");
  await expect(threshold).toHaveValue("100");
  await threshold.fill("45");
  await page.getByRole("radiogroup", { name: "Check back, Event count spike/drop" }).getByText("14").click();
  await page.getByRole("button", { name: "Next" }).click();

  await page.getByRole("radio", { name: "Weekly (Monday)" }).check();
  await expect(page.getByLabel("Time", { exact: true })).toHaveValue("09:00");
  await page.getByLabel("Time", { exact: true }).selectOption("07:00");
  // The project's own zone is beside UTC, with what the chosen hour is there.
  await expect(page.getByLabel("Time zone").locator("option").nth(1)).toHaveText(
    "America/New_York, the project's",
  );
  await expect(page.getByText(/^07:00 there is 0[23]:00 in the project's time zone\.$/)).toBeVisible();
  await page.getByLabel("Time zone").selectOption("Europe/Paris");
  await page.getByRole("switch", { name: /Include weekends/ }).click();
  await page.getByRole("button", { name: "Create Setup" }).click();
  await expect(page).toHaveURL(/\/setups$/);
  await expect(toast(page)).toContainText("Setup created");

  const [setup] = await account.api<Setup[]>("GET", "/api/v1/setups");
  expect(setup).toMatchObject({
    name: "Weekly checks",
    description: "Before the weekly meeting.",
    scheduleCron: "0 7 * * 1",
    scheduleTimezone: "Europe/Paris",
    includeWeekends: false,
    selectedDetectors: [
      { key: "event_stopped", settings: { checkBackDays: 7, thresholdPercent: 30 } },
      { key: "event_count_change", settings: { checkBackDays: 14, thresholdPercent: 45 } },
    ],
  });
  const card = page.getByRole("region", { name: "Weekly checks" });
  for (const text of ["0 7 * * 1", "Never", "Active", "Storefront production"])
    await expect(card.getByText(text, { exact: true })).toBeVisible();

  // The reader is elsewhere: the next run says which clock it means.
  await card.getByRole("link", { name: "View Details" }).click();
  await expect(page).toHaveTitle("Weekly checks · Plumbline");
  await expect(page.getByText("Monday, 07:00 AM Europe/Paris")).toBeVisible();
  await expect(page.getByText(/07:00 AM Europe\/Paris \(.* your time\)/)).toBeVisible();
});

test("a setup is viewed, edited, paused, resumed and deleted", async ({ page, account }) => {
  // Due in half an hour at the earliest: the stack's scheduler would start it.
  const scheduleCron = `${(new Date().getUTCMinutes() + 30) % 60} */4 * * *`;
  const setup = await createSetup(account, await connect(account, demoShop), {
    name: "Six times a day",
    scheduleCron,
  });
  await page.goto("/setups");
  await page.getByRole("link", { name: "View Details" }).click();
  await expect(page).toHaveURL(new RegExp(`/setups/${setup.id}$`));
  await expect(page.getByText(scheduleCron)).toBeVisible();
  await expect(page.getByRole("row", { name: /Event count spike\/drop/ })).toContainText("7 days");
  await expect(page.getByRole("row", { name: /Event count spike\/drop/ })).toContainText("30%");

  await page.getByRole("link", { name: "Edit Setup" }).click();
  await expect(page.getByRole("link", { name: "Cancel" })).toHaveAttribute("href", `/setups/${setup.id}`);
  await page.getByLabel("Setup name").fill("Every hour");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  // A schedule that the wizard doesn't offer is kept unchanged.
  await expect(page.getByRole("radio", { name: "Custom" })).toBeChecked();
  await page.getByRole("button", { name: "Update Setup" }).click();
  await expect(page).toHaveURL(new RegExp(`/setups/${setup.id}$`));
  await expect(toast(page)).toContainText("Your setup has been updated.");
  await expect(page.getByRole("heading", { level: 1, name: "Every hour" })).toBeVisible();
  await expect(page.getByText(scheduleCron)).toBeVisible();

  await page.getByRole("button", { name: "Pause Setup" }).click();
  await expect(toast(page)).toContainText("Setup has been paused.");
  await expect(page.getByRole("button", { name: "Paused" })).toBeDisabled();
  await page.getByRole("button", { name: "Resume Setup" }).click();
  await expect(toast(page)).toContainText("Setup has been resumed.");
  await expect(page.getByRole("button", { name: "Run Now" })).toBeEnabled();

  await page.getByRole("button", { name: "Delete Setup" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(
    "Are you sure you want to delete this setup? This action cannot be undone.",
  );
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await page.getByRole("button", { name: "Delete Setup" }).click();
  await question.getByRole("button", { name: "Delete Setup" }).click();
  await expect(toast(page)).toContainText("Setup has been deleted.");
  await expect(page).toHaveURL(/\/setups$/);
  await expect(page.getByText("No setups yet")).toBeVisible();

  await page.goto(`/setups/${setup.id}`);
  await expect(page.getByText("Setup not found")).toBeVisible();
  await page.goto("/setups/%20");
  await expect(page.getByText("Invalid setup URL")).toBeVisible();
  await page.getByRole("link", { name: "Back to Setups" }).click();
  await navigate(page, "Home");
});

test("many setups are a table that is filtered, changed and found again as it was", async ({
  page,
  account,
}) => {
  const connection = await connect(account, demoShop);
  for (let team = 1; team <= 8; team++) await createSetup(account, connection, { name: `Team ${team}` });
  await page.goto("/setups");
  const rows = page.getByRole("table", { name: "Setups" }).getByRole("rowheader");
  await expect(rows).toHaveCount(8);
  await expect(page.getByText("No results yet")).toHaveCount(8);
  await page.keyboard.press("/");
  await page.keyboard.type("team 8");
  await expect(rows).toHaveCount(1);

  await page.getByRole("button", { name: "More for Team 8" }).click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await expect(toast(page)).toContainText("Setup has been paused.");
  await expect(rows).toContainText("Paused");
  await rows.getByRole("link", { name: "Team 8" }).click();
  await expect(page.getByRole("button", { name: "Resume Setup" })).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: "More for Team 8" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete Setup" }).click();
  // Seven are cards again.
  await expect(page.getByRole("link", { name: "View Details" })).toHaveCount(7);
});
