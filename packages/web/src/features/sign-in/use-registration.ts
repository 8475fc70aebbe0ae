/** How people may register themselves here. */
import type { RegistrationMode } from '@pone/contract/entities/security.ts'
import { useSystemInfo } from '../../lib/installation/system-info.ts'

/** Assumed to be open until the server says otherwise. */
export const useRegistration = (): RegistrationMode => useSystemInfo()?.registration ?? 'open'
