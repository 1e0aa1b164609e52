interface BaseOptions {
  readonly required?: boolean | undefined;
  readonly private?: boolean | undefined;
  readonly writable?: boolean | undefined;
  readonly searchable?: boolean | undefined;
}

/** The properties of attributes of every kind. */
export function attributeBase(name: string, options: BaseOptions) {
  return {
    name,
    required: options.required ?? false,
    private: options.private ?? false,
    writable: options.writable ?? true,
    searchable: options.searchable ?? true,
  };
}
