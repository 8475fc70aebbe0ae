/** The field of a form that a refused name belongs to. */
export const nameOfError = (error: { readonly code: string }): string | null =>
  error.code === 'NameExists' ? 'name' : null
