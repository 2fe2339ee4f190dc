import { CollectAttributesAboutYou } from "./sign-up";

export const misuse = (page: CollectAttributesAboutYou) =>
  page.submit({ age: 36, newsletter: false, interests: ["chess"] });
