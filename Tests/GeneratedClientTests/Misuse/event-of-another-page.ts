import { ProveEmailEnterCode } from "./sign-up";

export const misuse = (page: ProveEmailEnterCode) => page.submit({ country: "Norway", city: "Oslo" });
