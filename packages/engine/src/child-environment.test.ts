import { expect, test } from 'vitest'
import { childEnvironment, javaEnvironment } from './child-environment.ts'

const env = {
  PATH: '/bin',
  LC_ALL: 'C',
  JAVA_HOME: '/opt/java',
  PONE_TOKEN: 'secret',
  PONE_LOCAL_AGENT_TOKEN: 'secret',
  DATABASE_URL: 'postgres://u:secret@h/d',
  AWS_SECRET_ACCESS_KEY: 'secret',
  NODE_OPTIONS: '--require /tmp/x.js',
  SSH_AUTH_SOCK: '/tmp/agent',
  PONE_ENV_REGION: 'north',
  PONE_AGENT_WARM_UP: 'off',
}

test('engine processes see PONE_ENV_ variables and the system, not what belongs to others', () => {
  expect(childEnvironment(env)).toEqual({
    PATH: '/bin',
    LC_ALL: 'C',
    PONE_ENV_REGION: 'north',
    PONE_AGENT_WARM_UP: 'off',
  })
})
test('processes that start Java see where it is besides', () => {
  expect(javaEnvironment(env)).toEqual({ ...childEnvironment(env), JAVA_HOME: '/opt/java' })
})
