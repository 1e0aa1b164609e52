const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Whether a name means a device in Windows, where no file or folder can have it. */
export function isDeviceName(name: string): boolean {
  return DEVICE.test(name);
}
