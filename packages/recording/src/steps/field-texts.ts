/** What is done with the texts of a request's fields while its step is made; names are those of the fields. */
export interface FieldTexts {
  /** Of a field of its own; the name of the address is empty. */
  value(field: string, text: string): string
  /** Of a field that is secret in any case. */
  hidden(field: string, text: string): string
  /** All values of a JSON text. */
  json(text: string): string
  /** The texts of all elements of an XML document. */
  xml(text: string): string
  /** The address without its query. */
  address(text: string): string
}
