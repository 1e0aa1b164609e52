interface BaseOptions {
  readonly required?: boolean | undefined;
  readonly private?: boolean | undefined;
  readonly writable?: boolean | undefined;
  readonly searchable?: boolean | undefined;
}

/** What attributes of every kind have. */
export function attributeBase(name: string, options: BaseOptions) {
  return {
    name,
    required: options.required ?? false,
    private: options.private ?? false,
    writable: options.writable ?? true,
    searchable: options.searchable ?? true,
  };
}
