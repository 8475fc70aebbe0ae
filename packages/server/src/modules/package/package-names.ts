/** What packages are called, in lists and in the file store. */
import type { InstallPackage } from '@pone/contract/entities/package.ts'

/** Key in the file store. */
export const keyOfPackage = (id: string): string => `packages/${id}`

/** Default name of a package. */
export const defaultName = (
  of: Pick<InstallPackage, 'type' | 'version' | 'system' | 'architecture'>,
): string =>
  [of.type, of.version, of.system, ...(of.architecture === 'any' ? [] : [of.architecture])].join(' ')
