/** Creates accounts from a filled-in template: every row is judged by itself and reported. */

import { AppError, appErrorText } from '@pone/contract/errors.ts'
import { type Language } from '@pone/schema/bilingual.ts'
import { accountSchema, optionalEmailSchema, optionalPhoneSchema } from '@pone/schema/common.ts'
import { issueText } from '@pone/schema/issue-text.ts'
import { maxImportRows } from '@pone/schema/limits.ts'
import { z } from 'zod'
import type { Clock } from '../../adapters/clock.ts'
import { hashPassword } from '../../adapters/passwords.ts'
import { headingOf, importColumns } from './import-columns.ts'
import { insertUser } from './new-user.ts'
import type { UserRepository } from './user.repository.ts'

export interface ImportedRow {
  /** As numbered in Excel. */
  row: number
  account: string
  created: boolean
  problem: string | null
}
export interface ImportResult {
  created: number
  refused: number
  defaultPassword: string
  rows: ImportedRow[]
}

export interface ImportDependencies {
  readonly users: UserRepository
  readonly defaultPassword: () => Promise<string>
  readonly readRows: (path: string) => Promise<string[][]>
  readonly clock: Clock
}

export interface ImportService {
  /** Accounts get the default password and must change it. @throws AppError FileContentRefused */
  import(path: string, language: Language): Promise<ImportResult>
}

const rowSchema = z.object({
  account: accountSchema,
  realName: z.string().min(1).max(64),
  email: optionalEmailSchema,
  phone: optionalPhoneSchema,
  organisation: z.string().max(128),
})

export function createImportService({
  users,
  defaultPassword,
  readRows,
  clock,
}: ImportDependencies): ImportService {
  return {
    import: async (path, language) => {
      const records = toRecords(await readRows(path))
      const password = await defaultPassword()
      // One hash for all: the accounts share the password until each changes its own at the first sign-in.
      const passwordHash = await hashPassword(password)
      const rows: ImportedRow[] = []
      for (const { row, values } of records) {
        const parsed = rowSchema.safeParse(values, { reportInput: true })
        const problem = parsed.success
          ? await create(parsed.data)
          : problemText(parsed.error.issues, language)
        rows.push({ row, account: values['account'] ?? '', created: problem === null, problem })
      }
      const created = rows.filter(row => row.created).length
      return { created, refused: rows.length - created, defaultPassword: password, rows }

      async function create({ account, ...profile }: z.infer<typeof rowSchema>): Promise<string | null> {
        const user = { account, profile, isAdministrator: false, passwordHash }
        try {
          await insertUser(users, { ...user, mustChangePassword: true, now: clock() })
          return null
        } catch (cause) {
          if (cause instanceof AppError) return appErrorText(cause.code, cause.params, language)
          throw cause
        }
      }
    },
  }
}

interface SheetRecord {
  readonly row: number
  readonly values: Readonly<Record<string, string>>
}

/** Columns may stand in any order; empty rows are passed over. */
function toRecords(rows: readonly string[][]): SheetRecord[] {
  const [heading = [], ...body] = rows
  const places = importColumns.map(column => ({
    column,
    place: heading.findIndex(cell => isHeadingOf(cell, column)),
  }))
  const missing = places.filter(({ column, place }) => column.isRequired && place < 0)
  if (missing.length > 0) throw new AppError('FileContentRefused', { detail: 'wrongTemplate' })
  const records = body
    .map((cells, index) => ({
      row: index + 2,
      values: Object.fromEntries(places.map(({ column, place }) => [column.field, cells[place] ?? ''])),
    }))
    .filter(({ values }) => Object.values(values).some(value => value !== ''))
  if (records.length === 0) throw new AppError('FileContentRefused', { detail: 'noRows' })
  if (records.length > maxImportRows) throw new AppError('FileContentRefused', { detail: 'tooManyRows' })
  return records
}

const isHeadingOf = (cell: string, column: (typeof importColumns)[number]): boolean => {
  const given = cell.replaceAll(/[\s*]/g, '').toLowerCase()
  const { zh, en } = column.title
  return [headingOf(column), zh, en].some(title => title.replaceAll(/[\s*]/g, '').toLowerCase() === given)
}

function problemText(issues: readonly z.core.$ZodIssue[], language: Language): string {
  return issues
    .map(issue => {
      const column = importColumns.find(({ field }) => field === issue.path[0])
      const text = issueText(issue, language)
      return column === undefined
        ? text
        : `${column.title[language]}${language === 'zh' ? '：' : ': '}${text}`
    })
    .join(language === 'zh' ? '；' : '; ')
}
