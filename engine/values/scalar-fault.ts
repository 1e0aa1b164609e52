/** Why a scalar value cannot be parsed, in words for the caller. A parsed value is a string instead. */
export interface ScalarFault {
  readonly fault: string;
}
