import { ProveEmailEnterCode } from "./sign-up";

export const misuse = (page: ProveEmailEnterCode) => page.submit({ code: "12345678", city: "Oslo" });
