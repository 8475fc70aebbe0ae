/** Rows of the installation's settings. */

export interface SettingTable {
  name: string
  /** JSON text; sealed by adapters/secrets.ts for secrets. */
  value: string
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    settings: SettingTable
  }
}
