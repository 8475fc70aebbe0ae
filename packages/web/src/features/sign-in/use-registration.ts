/** The registration mode of the installation. */
import type { RegistrationMode } from '@pone/contract/entities/security.ts'
import { useSystemInfo } from '../../lib/installation/system-info.ts'

/** Open until the server has answered. */
export const useRegistration = (): RegistrationMode => useSystemInfo()?.registration ?? 'open'
