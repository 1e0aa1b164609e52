import { EngineError, isEmail, MAX_EMAIL_LENGTH, type UnknownRecord } from "../../../../engine/internal.ts";
import { BodyChecks, own } from "../../../contract/body-checks.ts";
import { checkNewRole, checkRoleChange } from "../check-role.ts";

/** bcrypt truncates longer passwords, so that different ones would match. */
const PASSWORD_BYTES = 72;

/** In characters. */
const MAX_LENGTHS = { username: 255, email: MAX_EMAIL_LENGTH } as const;

/** These functions throw EngineError `validation`. */
export function checkLogin(body: UnknownRecord) {
  const checks = new BodyChecks();
  const identifier = checks.requiredString(own(body, "identifier"), ["identifier"]);
  const password = checks.requiredSecret(own(body, "password"), ["password"]);
  checks.finish();
  return { identifier, password };
}

const REGISTRATION = ["username", "email", "password"] as const;

/** `allowedFields`: attributes that users may set when they sign up, beyond the built-in ones. */
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

/** The code that confirms an address, from a query or a body. */
export function checkConfirmation(sent: UnknownRecord) {
  const checks = new BodyChecks();
  const code = checks.requiredString(own(sent, "confirmation"), ["confirmation"]);
  checks.finish();
  return { code };
}

/** The recipient of a message. */
export function checkAddress(body: UnknownRecord) {
  const checks = new BodyChecks();
  const email = emailIn(checks, body);
  checks.finish();
  return { email };
}

/** The required attributes of a new user at `/users`; the rest of the body holds the user's other attributes. */
export function checkNewUser(body: UnknownRecord) {
  const checks = new BodyChecks();
  const email = emailIn(checks, body);
  if (own(body, "username") === "") checks.report(["username"], "username must be at least 1 characters", "");
  const username = usernameIn(checks, body);
  if (own(body, "password") === "") checks.report(["password"], "password must be at least 1 characters");
  const password = checks.requiredSecret(own(body, "password"), ["password"]);
  checkNewRole(checks, own(body, "role"));
  checks.finish();
  return { email, username, password };
}

/** Checks a change of a user's names, password and role. */
export function checkChanges(body: UnknownRecord): void {
  const checks = new BodyChecks();
  for (const name of ["username", "email"] as const) {
    const value = own(body, name);
    if (value === "") checks.report([name], `${name} must be at least 1 characters`, value);
    else if (typeof value === "string") bound(checks, name, value) && name === "email" && checkEmail(checks, value);
  }
  const password = own(body, "password") ?? "";
  if (typeof password !== "string") checks.report(["password"], "Password must be at least 1 character");
  checkRoleChange(checks, own(body, "role"));
  checks.finish();
}

function usernameIn(checks: BodyChecks, body: UnknownRecord): string {
  const username = checks.requiredString(own(body, "username"), ["username"]);
  bound(checks, "username", username);
  return username;
}

function emailIn(checks: BodyChecks, body: UnknownRecord): string {
  const email = checks.requiredString(own(body, "email"), ["email"]);
  if (bound(checks, "email", email) && email !== "") checkEmail(checks, email);
  return email.toLowerCase();
}

function checkEmail(checks: BodyChecks, email: string): void {
  if (!isEmail(email)) checks.report(["email"], "email must be a valid email", email);
}

/** Whether a text is within the length limit of its field. */
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
