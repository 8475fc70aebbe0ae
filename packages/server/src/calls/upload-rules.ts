/** Rules for every uploaded file, sent in one request or in pieces: its name, and the text of its size limit. */
import { basename } from 'node:path'
import type { UploadRule } from '@pone/contract/call.ts'
import { AppError } from '@pone/contract/errors.ts'

const maxFileNameLength = 128

/** The file name to be stored. @throws AppError BadInput, FileTypeRefused */
export function acceptedName(given: string, { extensions }: UploadRule): string {
  const name = fileNameOf(given)
  if (name.length > maxFileNameLength) throw new AppError('BadInput', { detail: 'fileNameTooLong' })
  if (extensions.length > 0 && !extensions.some(extension => name.toLowerCase().endsWith(extension)))
    throw new AppError('FileTypeRefused', { extensions: extensions.join(' ') })
  return name
}

/** The last part of the path that a browser may send, without control characters. */
const fileNameOf = (path: string): string =>
  basename(path.replaceAll('\\', '/'))
    .normalize('NFC')
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '_')

/** A size limit in the largest unit that gives an integer, e.g. `10 MiB`. */
export function sizeText(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB']
  const step = units.findLastIndex((_, index) => bytes % 1024 ** index === 0 && bytes >= 1024 ** index)
  return `${bytes / 1024 ** Math.max(step, 0)} ${units[Math.max(step, 0)]}`
}
