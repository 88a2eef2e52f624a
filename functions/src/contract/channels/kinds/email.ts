import { z } from "zod";
import { emailSchema } from "../../common.js";
import { defineChannelKind } from "./descriptor.js";

const maxAddresses = 20;

export const email = defineChannelKind({
  label: "Email",
  icon: "mail",
  fields: {
    addresses: {
      schema: z.array(emailSchema).min(1).max(maxAddresses),
      label: "Addresses",
      help: `Up to ${maxAddresses}. Each gets an email with a link to confirm.`,
    },
  },
  target: ({ addresses }) => {
    const [first, ...others] = new Set(addresses);
    return others.length === 0 ? first! : `${others.length + 1} addresses`;
  },
  docs: {
    needs: `up to ${maxAddresses} addresses; each confirms by clicking a link`,
    appears: "once; a copy after a crash has the same `Message-ID`",
  },
});
