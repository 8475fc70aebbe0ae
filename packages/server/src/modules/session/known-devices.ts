/** Signed tokens that prove an earlier sign-in of an account from this browser; nothing is stored. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { SecretBox } from '../../adapters/secrets.ts'

export interface KnownDevices {
  /** Id of the device; undefined when the token belongs to another account, was modified, or has expired. */
  deviceOf(token: string, userId: string, now: number): string | undefined
  /** A new token, for a new device unless one is given. */
  issue(userId: string, now: number, deviceId?: string): { readonly deviceId: string; readonly token: string }
}

/** A device without a sign-in for this time is no longer known. */
const deviceLifeMs = 180 * 24 * 3_600_000

export function createKnownDevices(secrets: SecretBox): KnownDevices {
  const key = secrets.derive('known devices')
  const sign = (userId: string, deviceId: string, issuedAt: string): string =>
    createHmac('sha256', key).update(`${userId} ${deviceId} ${issuedAt}`).digest('base64url')
  return {
    deviceOf: (token, userId, now) => {
      const [, deviceId = '', issuedAt = '', signature = ''] =
        /^([0-9a-f-]{36})\.(\d{1,16})\.([\w-]{43})$/.exec(token) ?? []
      if (deviceId === '') return undefined
      // Compared as text: the last character has two unused bits, so several texts decode to the same bytes.
      const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(sign(userId, deviceId, issuedAt)))
      return isOurs && now - Number(issuedAt) < deviceLifeMs ? deviceId : undefined
    },
    issue: (userId, now, deviceId = randomUUID()) => ({
      deviceId,
      token: `${deviceId}.${now}.${sign(userId, deviceId, String(now))}`,
    }),
  }
}
