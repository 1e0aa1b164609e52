/** Why a scalar value cannot be read, in the words for the caller. What could be read is a string instead. */
export interface ScalarFault {
  readonly fault: string;
}
