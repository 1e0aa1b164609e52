import { EngineError } from "../../engine/index.ts";
import { BodyChecks, own, type UnknownRecord } from "../content/body-checks.ts";

/** Longer passwords are cut by bcrypt, so that others would fit. */
const PASSWORD_BYTES = 72;

/** Throws EngineError `validation`, as all of these do. */
export function checkLogin(body: UnknownRecord) {
  const checks = new BodyChecks();
  const identifier = checks.requiredText(own(body, "identifier"), ["identifier"]);
  const password = checks.requiredText(own(body, "password"), ["password"]);
  checks.settle();
  return { identifier, password };
}

const REGISTRATION: ReadonlySet<string> = new Set(["username", "email", "password"]);

export function checkRegistration(body: UnknownRecord) {
  const invalid = Object.keys(body).filter((key) => !REGISTRATION.has(key));
  if (invalid.length > 0) throw new EngineError("validation", `Invalid parameters: ${invalid.join(", ")}`);
  const checks = new BodyChecks();
  const email = emailIn(checks, body);
  const username = checks.requiredText(own(body, "username"), ["username"]);
  const password = newPasswordIn(checks, body);
  checks.settle();
  return { email, username, password };
}

export function checkPasswordChange(body: UnknownRecord) {
  const checks = new BodyChecks();
  const password = confirmedPasswordIn(checks, body);
  const currentPassword = checks.requiredText(own(body, "currentPassword"), ["currentPassword"]);
  checks.settle();
  return { password, currentPassword };
}

export function checkReset(body: UnknownRecord) {
  const checks = new BodyChecks();
  const password = confirmedPasswordIn(checks, body);
  const code = checks.requiredText(own(body, "code"), ["code"]);
  checks.settle();
  return { password, code };
}

export function checkForgotten(body: UnknownRecord) {
  const checks = new BodyChecks();
  const email = emailIn(checks, body);
  checks.settle();
  return { email };
}

/** What a new user of `/users` must have; the rest of the body is the user's other attributes. */
export function checkNewUser(body: UnknownRecord) {
  const checks = new BodyChecks();
  const email = emailIn(checks, body);
  const username = checks.requiredText(own(body, "username"), ["username"]);
  const password = checks.requiredText(own(body, "password"), ["password"]);
  const role = own(body, "role");
  if (role === undefined || role === null || role === "") checks.report(["role"], "role is a required field");
  checks.settle();
  return { email, username, password };
}

function emailIn(checks: BodyChecks, body: UnknownRecord): string {
  const email = checks.requiredText(own(body, "email"), ["email"]);
  if (email !== "" && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    checks.report(["email"], "email must be a valid email", email);
  }
  return email.toLowerCase();
}

function confirmedPasswordIn(checks: BodyChecks, body: UnknownRecord): string {
  const confirmation = checks.requiredText(own(body, "passwordConfirmation"), ["passwordConfirmation"]);
  const password = newPasswordIn(checks, body);
  if (confirmation !== "" && password !== "" && confirmation !== password) {
    checks.report(["passwordConfirmation"], "Passwords do not match", confirmation);
  }
  return password;
}

function newPasswordIn(checks: BodyChecks, body: UnknownRecord): string {
  const password = checks.requiredText(own(body, "password"), ["password"]);
  if (Buffer.byteLength(password) > PASSWORD_BYTES) {
    checks.report(["password"], "Password must be less than 73 bytes", password);
  }
  return password;
}
