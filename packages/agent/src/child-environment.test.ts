import { expect, test } from 'vitest'
import { childEnvironment } from './child-environment.ts'

test('engine processes see PONE_ENV_ variables and the system, not what belongs to the agent', () => {
  const env = {
    PATH: '/bin',
    PONE_TOKEN: 'secret',
    PONE_LOCAL_AGENT_TOKEN: 'secret',
    PONE_ENV_REGION: 'north',
  }
  expect(childEnvironment(env)).toEqual({ PATH: '/bin', PONE_ENV_REGION: 'north' })
})
