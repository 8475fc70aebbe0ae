/** Parts that all readings of Kubernetes share: lists, numbers and quantities at paths. Pure. */
import { isObject, type Json, textAt, valueAtPath } from '../../reading/json.ts'
import { quantityOf } from '../../reading/quantity.ts'

export const listAt = (value: Json, path: string): readonly Json[] => {
  const found = valueAtPath(value, path)
  return Array.isArray(found) ? found : []
}

/** NaN for none. */
export const numberAt = (value: Json, path: string): number => {
  const text = textAt(value, path)
  return text === '' ? Number.NaN : Number(text)
}

/** NaN for none. */
export const quantityAt = (value: Json, path: string): number => quantityOf(textAt(value, path))

/** NaN where one of them is unknown, and where there are none. */
export const sumOf = (values: readonly number[]): number =>
  values.length === 0 ? Number.NaN : values.reduce((total, value) => total + value, 0)

export const keysAt = (value: Json, path: string): string[] => {
  const found = valueAtPath(value, path)
  return isObject(found) ? Object.keys(found) : []
}
