import { SignUp } from "./sign-up";

export const misuse = () => new SignUp({ server: "https://login.example.com", application: "bank" });
