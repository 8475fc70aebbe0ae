/** What operations on hosts need of the download centre: the packages that fit a machine, newest first, and their bytes. */
import { compareVersions } from '@pone/contract/entities/package.ts'
import type { Packages } from '../host/ports.ts'
import type { PackageRepository } from './package.repository.ts'
import type { PackageService } from './package.service.ts'

export function createHostPackages({
  repository,
  packages,
  makesPackages,
}: {
  readonly repository: Pick<PackageRepository, 'ofType'>
  readonly packages: Pick<PackageService, 'find' | 'file'>
  /** The server makes packages of its own version. */
  readonly makesPackages: boolean
}): Packages {
  const isMade = (tool: string) => makesPackages && (tool === 'Agent' || tool === 'PR')
  return {
    isMade,
    fitting: async (tool, architecture, isPatient) => {
      // Looking for one waits for those that are still being made.
      if (isPatient && isMade(tool)) await packages.find({ type: tool, system: 'linux', architecture })
      const rows = (await repository.ofType(tool)).filter(
        row => row.architecture === 'any' || row.architecture === architecture,
      )
      return rows
        .toSorted(
          (a, b) =>
            compareVersions(b.version, a.version) ||
            Number(a.architecture === 'any') - Number(b.architecture === 'any'),
        )
        .map(row => ({
          id: row.id,
          version: row.version,
          fileName: row.file_name,
          sizeBytes: row.size_bytes,
          sha256: row.sha256,
          places: {
            installPath: row.install_path,
            logPath: row.log_path,
            statusPushSeconds: row.status_push_seconds,
          },
        }))
    },
    open: async id => {
      const file = await packages.file(id)
      return { sizeBytes: file.sizeBytes, body: file.open() }
    },
  }
}
