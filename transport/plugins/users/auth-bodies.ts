import { EngineError, isEmail, MAX_EMAIL_LENGTH, type UnknownRecord } from "../../../engine/internal.ts";
import { BodyChecks, own } from "../../contract/body-checks.ts";

/** Longer passwords are cut by bcrypt, so that others would fit. */
const PASSWORD_BYTES = 72;

/** In characters. */
const MAX_LENGTHS = { username: 255, email: MAX_EMAIL_LENGTH } as const;

/** Throws EngineError `validation`, as all of these do. */
export function checkLogin(body: UnknownRecord) {
  const checks = new BodyChecks();
  const identifier = checks.requiredText(own(body, "identifier"), ["identifier"]);
  const password = checks.requiredSecret(own(body, "password"), ["password"]);
  checks.finish();
  return { identifier, password };
}

const REGISTRATION = ["username", "email", "password"] as const;

/** `allowedFields`: attributes that users may have set themselves beside those that all have. */
export function checkRegistration(body: UnknownRecord, allowedFields: readonly string[]) {
  const allowed: ReadonlySet<string> = new Set([...REGISTRATION, ...allowedFields]);
  const invalid = Object.keys(body).filter((key) => !allowed.has(key));
  if (invalid.length > 0) throw new EngineError("validation", `Invalid parameters: ${invalid.join(", ")}`);
  const checks = new BodyChecks();
  const email = emailIn(checks, body);
  const username = usernameIn(checks, body);
  const password = newPasswordIn(checks, body);
  checks.finish();
  return { ...body, email, username, password };
}

export function checkPasswordChange(body: UnknownRecord) {
  const checks = new BodyChecks();
  const password = confirmedPasswordIn(checks, body);
  const currentPassword = checks.requiredSecret(own(body, "currentPassword"), ["currentPassword"]);
  checks.finish();
  return { password, currentPassword };
}

export function checkReset(body: UnknownRecord) {
  const checks = new BodyChecks();
  const password = confirmedPasswordIn(checks, body);
  const code = checks.requiredSecret(own(body, "code"), ["code"]);
  checks.finish();
  return { password, code };
}

/** The code with which an address is confirmed, in a query or a body. */
export function checkConfirmation(sent: UnknownRecord) {
  const checks = new BodyChecks();
  const code = checks.requiredText(own(sent, "confirmation"), ["confirmation"]);
  checks.finish();
  return { code };
}

/** Who is to get a message. */
export function checkAddress(body: UnknownRecord) {
  const checks = new BodyChecks();
  const email = emailIn(checks, body);
  checks.finish();
  return { email };
}

/** What a new user of `/users` must have; the rest of the body is the user's other attributes. */
export function checkNewUser(body: UnknownRecord) {
  const checks = new BodyChecks();
  const email = emailIn(checks, body);
  const username = usernameIn(checks, body);
  const password = checks.requiredSecret(own(body, "password"), ["password"]);
  const role = own(body, "role");
  if (role === undefined || role === null || role === "") checks.report(["role"], "role is a required field");
  checks.finish();
  return { email, username, password };
}

/** What is changed of a user's names. Throws for what is longer than may be. */
export function checkNames(body: UnknownRecord): void {
  const checks = new BodyChecks();
  for (const name of ["username", "email"] as const) {
    const value = own(body, name);
    if (typeof value === "string") bound(checks, name, value);
  }
  checks.finish();
}

function usernameIn(checks: BodyChecks, body: UnknownRecord): string {
  const username = checks.requiredText(own(body, "username"), ["username"]);
  bound(checks, "username", username);
  return username;
}

function emailIn(checks: BodyChecks, body: UnknownRecord): string {
  const email = checks.requiredText(own(body, "email"), ["email"]);
  if (bound(checks, "email", email) && email !== "" && !isEmail(email)) {
    checks.report(["email"], "email must be a valid email", email);
  }
  return email.toLowerCase();
}

/** Whether a text is as short as its kind must be. */
function bound(checks: BodyChecks, name: keyof typeof MAX_LENGTHS, text: string): boolean {
  const most = MAX_LENGTHS[name];
  if (text.length <= most) return true;
  checks.report([name], `${name} must be at most ${most} characters`);
  return false;
}

function confirmedPasswordIn(checks: BodyChecks, body: UnknownRecord): string {
  const confirmation = checks.requiredSecret(own(body, "passwordConfirmation"), ["passwordConfirmation"]);
  const password = newPasswordIn(checks, body);
  if (confirmation !== "" && password !== "" && confirmation !== password) {
    checks.report(["passwordConfirmation"], "Passwords do not match");
  }
  return password;
}

function newPasswordIn(checks: BodyChecks, body: UnknownRecord): string {
  const password = checks.requiredSecret(own(body, "password"), ["password"]);
  if (Buffer.byteLength(password) > PASSWORD_BYTES) {
    checks.report(["password"], "Password must be less than 73 bytes");
  }
  return password;
}
