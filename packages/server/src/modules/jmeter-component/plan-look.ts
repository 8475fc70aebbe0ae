/** Whether an upload is a test plan at all. */
import { AppError } from '@pone/contract/errors.ts'

/** @throws AppError FileContentRefused */
export function assertPlan(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new AppError('FileContentRefused', { detail: 'emptyFile', field: 'file' })
}
