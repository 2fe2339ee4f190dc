import { CollectAttributesWhereYouLive } from "./sign-up";

export async function misuse(page: CollectAttributesWhereYouLive): Promise<string> {
  const result = await page.submit({ country: "Norway", city: "Oslo" });
  switch (result.kind) {
    case "collectAttributesAboutYou":
      return result.page.title;
    case "completed":
      return "done";
  }
}
