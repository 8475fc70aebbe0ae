/** Rows of verification codes that wait for their answer. */

export interface CaptchaTable {
  id: string
  code: string
  expires_at: number
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    captchas: CaptchaTable
  }
}
