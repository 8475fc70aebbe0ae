import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const env = {
  PONE_SERVER_URL: 'http://localhost:8080/, https://other',
  PONE_AGENT_DATA: '/data',
  PONE_AGENT_TOKEN: 'token',
}

test('settings come from the environment, the name from the machine unless given', () => {
  expect(readSettings({ ...env, PONE_AGENT_NAME: ' rack 1 ', PONE_AGENT_WORKERS: '3' })).toEqual({
    serverUrls: ['http://localhost:8080', 'https://other'],
    joinToken: 'token',
    dataFolder: '/data',
    name: 'rack 1',
    workers: 3,
    readyWorkers: 1,
    slowLogFolders: ['/var/log', '/var/lib/mysql', '/opt/mysql', '/usr/local/mysql'],
    jmeterFolder: null,
    caFile: null,
    pin: null,
    logFile: null,
  })
  expect(readSettings(env).name).not.toBe('')
})

test('every wrong variable is named in one sentence', () => {
  expect(() => readSettings({ PONE_SERVER_URL: 'ftp://host', PONE_AGENT_WORKERS: '0' })).toThrow(
    /PONE_SERVER_URL.*PONE_AGENT_DATA.*PONE_AGENT_WORKERS/,
  )
})
