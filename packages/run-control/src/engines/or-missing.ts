/** Reads an object that may have been deleted meanwhile. */
import { AppError } from '@pone/contract/errors.ts'

/** null instead of NotFound. */
export async function orMissing<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'NotFound') return null
    throw cause
  }
}
