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
    monitorSpoolBytes: 536_870_912,
    limits: {
      slowLogFolders: ['/var/log', '/var/lib/mysql', '/opt/mysql', '/usr/local/mysql'],
      databaseSockets: [],
      containerSockets: expect.arrayContaining(['/var/run/docker.sock']),
      jvmAccounts: [String(process.getuid?.())],
    },
    captures: 'own',
    accessLogFolders: null,
    recordingPorts: [],
    jmeterFolder: null,
    profilerFolder: null,
    caFile: null,
    pin: null,
    logFile: null,
  })
  expect(readSettings(env).name).not.toBe('')
})

test('what monitors may read of the machine is listed by its owner; an empty list is nothing', () => {
  const { limits } = readSettings({
    ...env,
    PONE_AGENT_SLOW_LOGS: '/logs/:/::relative:/a/../b',
    PONE_AGENT_DATABASE_SOCKETS: '/run/postgresql:/srv/db/',
    PONE_AGENT_CONTAINER_SOCKETS: '',
    PONE_AGENT_JVM_ACCOUNTS: ' tomcat , 1001,',
  })
  expect(limits).toEqual({
    slowLogFolders: ['/logs'],
    databaseSockets: ['/run/postgresql', '/srv/db'],
    containerSockets: [],
    jvmAccounts: ['tomcat', '1001'],
  })
})

test.each([
  ['', 'own'],
  ['off', 'off'],
  ['all', 'all'],
])('captures "%s" are %s', (given, captures) => {
  expect(readSettings({ ...env, PONE_AGENT_CAPTURES: given })).toMatchObject({ captures })
})

test.each([
  ['', []],
  ['/var/log/nginx:/srv/shop/', ['/var/log/nginx', '/srv/shop']],
])('access logs of the folders "%s" may be counted', (given, folders) => {
  expect(readSettings({ ...env, PONE_AGENT_ACCESS_LOGS: given }).accessLogFolders).toEqual(folders)
})

test.each([
  ['8640', [8640]],
  ['8640-8642', [8640, 8641, 8642]],
])('proxies may listen on %s', (given, ports) => {
  expect(readSettings({ ...env, PONE_AGENT_RECORDING_PORTS: given }).recordingPorts).toEqual(ports)
})

test.each(['any', '0', '65535-65536', '1000-2000'])('the ports %s are refused', given => {
  expect(() => readSettings({ ...env, PONE_AGENT_RECORDING_PORTS: given })).toThrow(
    'PONE_AGENT_RECORDING_PORTS',
  )
})

test('every wrong variable is named in one sentence', () => {
  expect(() => readSettings({ PONE_SERVER_URL: 'ftp://host', PONE_AGENT_WORKERS: '0' })).toThrow(
    /PONE_SERVER_URL.*PONE_AGENT_DATA.*PONE_AGENT_WORKERS/,
  )
})
