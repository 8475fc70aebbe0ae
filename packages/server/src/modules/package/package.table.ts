/** Rows of install packages, of the addresses they are fetched from, and of upgrades; the bytes lie in the file store under `packages/<id>`. */
import type { BundleManifest, InstallPackage } from '@pone/contract/entities/package.ts'
import type { UpgradeFailure, UpgradeState } from '@pone/contract/link/upgrade.ts'
import type { JSONColumnType } from 'kysely'

export interface PackageTable {
  id: string
  name: string
  type: InstallPackage['type']
  system: InstallPackage['system']
  architecture: InstallPackage['architecture']
  version: string
  file_name: string
  size_bytes: number
  sha256: string
  install_path: string | null
  log_path: string | null
  status_push_seconds: number
  /** Of a bundle of ours. */
  manifest: JSONColumnType<BundleManifest> | null
  /** What the server's own package was made from. */
  own_build: string | null
  uploaded_at: number
  uploaded_by: string | null
}

export interface PackageLinkTable {
  /** SHA-256 of the secret in the address. */
  token_hash: string
  package_id: string
  expires_at: number
}

/** The last upgrade of each machine. */
export interface MachineUpgradeTable {
  machine_id: string
  id: string
  package_id: string
  from_version: string
  version: string
  state: UpgradeState
  received_bytes: number
  size_bytes: number
  failure: UpgradeFailure | null
  detail: string
  started_by: string
  started_at: number
  changed_at: number
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    packages: PackageTable
    package_links: PackageLinkTable
    machine_upgrades: MachineUpgradeTable
  }
}
