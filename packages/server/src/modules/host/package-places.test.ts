import { hostSettingsSchema } from '@pone/contract/entities/host.ts'
import { expect, test } from 'vitest'
import { withPlaces } from './package-places.ts'

const defaultHostSettings = hostSettingsSchema.parse({})
const places = { installPath: '/srv/tool', logPath: '/srv/log', statusPushSeconds: 10 }

test('a host without wishes of its own takes over those of the package', () => {
  expect(withPlaces(defaultHostSettings, 'JMeter', places)).toEqual({
    ...defaultHostSettings,
    jmeterInstallPath: '/srv/tool',
    jmeterLogPath: '/srv/log',
  })
  expect(withPlaces(defaultHostSettings, 'Agent', places)).toMatchObject({
    agentInstallPath: '/srv/tool',
    statusEverySeconds: 10,
  })
})

test('what the host says wins, and a package that says nothing changes nothing', () => {
  const own = {
    ...defaultHostSettings,
    agentInstallPath: '/own',
    agentLogPath: '/own/log',
    statusEverySeconds: 5,
  }
  expect(withPlaces(own, 'Agent', places)).toBe(own)
  const nothing = { installPath: null, logPath: null, statusPushSeconds: 2 }
  expect(withPlaces(defaultHostSettings, 'PR', nothing)).toBe(defaultHostSettings)
  expect(withPlaces(defaultHostSettings, 'Arthas', undefined)).toBe(defaultHostSettings)
})
