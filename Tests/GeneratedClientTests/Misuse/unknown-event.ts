import { CollectAttributesAboutYou } from "./sign-up";

export const misuse = (page: CollectAttributesAboutYou) => page.resend();
