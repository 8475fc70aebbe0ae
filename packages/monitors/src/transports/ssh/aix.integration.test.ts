/** Type `aix` over a real sshd whose commands print documented answers; no AIX was at hand. */
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TrialResult, tryTarget } from '../../collection/trial.ts'
import type { AixReader } from '../../requests.ts'
import { knownType, temporaryFolder } from '../test-servers.ts'
import type { TargetConnection } from '../transport.ts'
import { aixTransport } from './aix.ts'
import { startSshd, type TestSshd } from './test-sshd.ts'

const type = knownType('aix')
const never = new AbortController().signal
let server: TestSshd
let connection: TargetConnection
let folder = ''

const documented: Readonly<Record<string, string>> = {
  uptime: '  10:15AM   up 41 days,   2:05,  2 users,  load average: 1.02, 1.10, 1.15\n',
  'uname -s': 'AIX\n',
  'uname -v': '7\n',
  'uname -r': '2\n',
  'uname -n': 'erp1\n',
  'vmstat 1 2': `
System configuration: lcpu=8 mem=8192MB ent=1.00

kthr    memory              page              faults              cpu
----- ----------- ------------------------ ------------ -----------------------
 r  b   avm   fre  re  pi  po  fr   sr  cy  in   sy  cs us sy id wa    pc    ec
 1  0 612345 401234   0   0   0   0    0   0  10  900 300  1  1 98  0  0.02   2.0
 3  1 612346 401233   0   0   0   0    0   0  61 4807 812 23 13 57  7  0.40  40.5
`,
  'lparstat 1 2': `
System configuration: type=Shared mode=Uncapped smt=4 lcpu=8 mem=8192MB psize=16 ent=1.00

%user  %sys  %wait  %idle physc %entc  lbusy   app  vcsw phint  %nsp
----- ----- ------ ------ ----- ----- ------   --- ----- ----- -----
  0.5   0.4    0.0   99.1  0.02   1.9    0.3 15.81   301     0   101
 84.9   2.0    0.2   12.9  1.20 120.5   27.5  7.64   521     2   101
`,
  'vmstat -v': `              2097152 memory pages
              2035432 lruable pages
               401233 free pages
                    2 memory pools
               566000 pinned pages
                 90.0 maxpin percentage
                  3.0 minperm percentage
                 12.3 numperm percentage
               250355 file pages
                    0 compressed pages
               250355 client pages
                 2228 filesystem I/Os blocked with no fsbuf
`,
  'svmon -G': `               size       inuse        free         pin     virtual  available   mmode
memory      2097152     1695919      401233      566000      612346     614000     Ded
pg space     262144        2141

               work        pers        clnt       other
pin          444479           0           0      121521
in use       612346           0      250355
`,
  'vmstat -s': `           3492560274 total address trans. faults
               116707 page ins
              3595620 page outs
                   12 paging space page ins
                   34 paging space page outs
                    0 total reclaims
                    5 free frame waits
                26953 pending I/O waits
           5842393706 cpu context switches
             33412179 device interrupts
            357175605 software interrupts
          12918944607 syscalls
`,
  'iostat -d 1 2': `
System configuration: lcpu=8 drives=3 paths=2 vdisks=2

Disks:        % tm_act     Kbps      tps    Kb_read   Kb_wrtn
hdisk0           1.0       1.5       0.4   18843195  92745862
cd0              0.0       0.0       0.0          0         0

Disks:        % tm_act     Kbps      tps    Kb_read   Kb_wrtn
hdisk0          36.0     324.0      64.0         32       292
cd0              0.0       0.0       0.0          0         0
`,
  'df -kv': `Filesystem    1024-blocks      Used      Free %Used    Iused    Ifree %Iused Mounted on
/dev/hd4           327680    177208    150472   55%     9925    35769    22% /
/proc                   -         -         -    -         -        -     -  /proc
nfs1:/export      1000000    250000    750000   25%      100      900    10% /mnt/my files
`,
  'netstat -in': `Name   Mtu   Network     Address                 Ipkts     Ierrs        Opkts     Oerrs  Coll
en0    1500  link#2      ae.22.e5.69.2d.3        481605681     1        724843214     2     0
en0    1500  192.0.2     192.0.2.10              481605681     1        724843214     2     0
lo0    16896 link#1                              12345         0        12346         0     0
lo0    16896 127         127.0.0.1               12345         0        12346         0     0
`,
  'netstat -v': `-------------------------------------------------------------
ETHERNET STATISTICS (ent0) :
Device Type: Virtual I/O Ethernet Adapter (l-lan)
Hardware Address: ae:22:e5:69:2d:03
Elapsed Time: 41 days 2 hours 5 minutes 34 seconds

Transmit Statistics:                          Receive Statistics:
--------------------                          -------------------
Packets: 724843214                            Packets: 481605681
Bytes: 4909388501                             Bytes: 57705832
Interrupts: 0                                 Interrupts: 681137
Transmit Errors: 0                            Receive Errors: 0
Packets Dropped: 3                            Packets Dropped: 4
`,
  'netstat -s -p tcp': `tcp:
	1108055 packets sent
		900000 data packets (123456789 bytes)
		1108 data packets (1604384 bytes) retransmitted
		100000 ack-only packets (5000 delayed)
	750811 packets received
		600000 acks (for 123450000 bytes)
	2700 connection requests
	5100 connection accepts
	7700 connections established (including accepts)
	7900 connections closed (including 12 drops)
`,
  'netstat -an -f inet': `Active Internet connections (including servers)
Proto Recv-Q Send-Q  Local Address          Foreign Address        (state)
tcp4       0      0  *.22                   *.*                    LISTEN
tcp4       0     48  192.0.2.10.22          192.0.2.77.50123       ESTABLISHED
tcp4       0      0  192.0.2.10.1521        192.0.2.78.50124       ESTABLISHED
tcp4       0      0  192.0.2.10.1521        192.0.2.78.50100       TIME_WAIT
udp4       0      0  *.514                  *.*
`,
}

const programs = new Set(Object.keys(documented).map(command => command.split(' ')[0] ?? ''))
const fileOf = (command: string) => join(folder, 'answers', command.replaceAll(' ', '_'))
const answer = (command: string, output: string) => writeFile(fileOf(command), output)

const answerAsDocumented = async () => {
  for (const [command, output] of Object.entries(documented)) await answer(command, output)
}

beforeAll(async () => {
  folder = await temporaryFolder()
  await mkdir(join(folder, 'answers'))
  for (const program of programs) {
    const path = join(folder, program)
    // Answers only where the language is set, as monitors ask.
    await writeFile(
      path,
      `#!/bin/sh\n[ "$LC_ALL" = C ] || exit 1\nname=$(echo "${program} $*" | sed 's/ *$//; s/ /_/g')\ncat "${folder}/answers/$name"\n`,
    )
    await chmod(path, 0o755)
  }
  await chmod(folder, 0o755)
  server = await startSshd(`SetEnv PATH=${folder}:/usr/bin:/bin`)
  await answerAsDocumented()
  connection = await aixTransport.open(server.params, never)
})
beforeEach(answerAsDocumented)
afterAll(async () => {
  connection.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const trial = (): Promise<TrialResult> =>
  tryTarget({ type, params: server.params, transports: { 'ssh-aix': aixTransport }, signal: never })
const causesOf = ({ sections, cause }: TrialResult) =>
  cause
    ? [cause.code]
    : sections.flatMap(section => (section.cause ? [`${section.section} ${section.cause.code}`] : []))

const ask = (reader: AixReader) => connection.ask({ reader }, never)

test('documented answers: the test of a connection reads every counter and names the version', async () => {
  const result = await trial()
  expect(result).toMatchObject({ isReached: true, product: 'AIX', version: '7.2', cause: undefined })
  expect(causesOf(result)).toEqual([])
  expect(
    result.sections.flatMap(({ section, missing }) => missing.map(name => `${section}.${name}`)),
  ).toEqual([])
})

test.each<[AixReader, object[]]>([
  [
    'system',
    [
      {
        load1: '1.02',
        load5: '1.10',
        load15: '1.15',
        users: '2',
        uptime: `${(41 * 24 + 2) * 3_600 + 5 * 60}`,
        hostName: 'erp1',
        product: 'AIX 7.2',
      },
    ],
  ],
  [
    'cpu',
    [
      {
        userPercent: '23',
        systemPercent: '13',
        idlePercent: '57',
        iowaitPercent: '7',
        running: '3',
        blocked: '1',
        cpus: '8',
      },
    ],
  ],
  [
    'partition',
    [
      {
        physicalCpus: '1.2',
        entitledPercent: '120.5',
        logicalBusyPercent: '27.5',
        poolIdleCpus: '7.64',
        virtualSwitches: '521',
        entitledCpus: '1',
        type: 'Shared',
        mode: 'Uncapped',
        smt: '4',
      },
    ],
  ],
  [
    'memory',
    [
      {
        total: `${2_097_152 * 4_096}`,
        free: `${401_233 * 4_096}`,
        pinned: `${566_000 * 4_096}`,
        cached: `${250_355 * 4_096}`,
        inUse: `${1_695_919 * 4_096}`,
        virtual: `${612_346 * 4_096}`,
        available: `${614_000 * 4_096}`,
        swapTotal: `${262_144 * 4_096}`,
        swapFree: `${(262_144 - 2_141) * 4_096}`,
      },
    ],
  ],
  [
    'kernel',
    [
      {
        contextSwitches: '5842393706',
        interrupts: '33412179',
        systemCalls: '12918944607',
        pageIns: '116707',
        pageOuts: '3595620',
        swappedIn: '12',
        swappedOut: '34',
        freeFrameWaits: '5',
      },
    ],
  ],
  [
    'disks',
    [
      { disk: 'hdisk0', utilPercent: '36.0', iops: '64.0', readRate: '32768', writeRate: '299008' },
      { disk: 'cd0', utilPercent: '0.0', iops: '0.0', readRate: '0', writeRate: '0' },
    ],
  ],
  [
    'filesystems',
    [
      {
        device: '/dev/hd4',
        mount: '/',
        sizeBytes: `${327_680 * 1_024}`,
        freeBytes: `${150_472 * 1_024}`,
        inodes: '45694',
        freeInodes: '35769',
      },
      {
        device: 'nfs1:/export',
        mount: '/mnt/my files',
        sizeBytes: '1024000000',
        freeBytes: '768000000',
        inodes: '1000',
        freeInodes: '900',
      },
    ],
  ],
  [
    'network',
    [
      {
        interface: 'en0',
        receivedPackets: '481605681',
        receiveErrors: '1',
        sentPackets: '724843214',
        sendErrors: '2',
        sentBytes: '4909388501',
        receivedBytes: '57705832',
        sendDrops: '3',
        receiveDrops: '4',
      },
      {
        interface: 'lo0',
        receivedPackets: '12345',
        receiveErrors: '0',
        sentPackets: '12346',
        sendErrors: '0',
      },
    ],
  ],
  [
    'tcp',
    [
      {
        segmentsSent: '1108055',
        segmentsReceived: '750811',
        retransmits: '1108',
        activeOpens: '2700',
        passiveOpens: '5100',
        current: '2',
        timeWait: '1',
        listen: '1',
      },
    ],
  ],
])('documented answers: %s', async (reader, records) => {
  expect(await ask(reader)).toEqual({ records })
})

test.each([
  ['up 2:05', (2 * 60 + 5) * 60],
  ['up 3 hrs', 3 * 3_600],
  ['up 41 days, 5 mins', 41 * 86_400 + 300],
  ['up 1 day,  23:59', (47 * 60 + 59) * 60],
])('documented answers: “%s” is %i s', async (up, seconds) => {
  await answer('uptime', `  10:15AM   ${up},  1 user,  load average: 0.00, 0.00, 0.00\n`)
  expect((await ask('system')).records[0]).toMatchObject({ uptime: `${seconds}` })
})

test('documented answers: a dedicated partition has no shared figures, and an older svmon no available memory', async () => {
  await answer(
    'lparstat 1 2',
    `
System configuration: type=Dedicated mode=Capped smt=On lcpu=4 mem=4096MB

%user  %sys  %wait  %idle
----- ----- ------ ------
  0.1   0.2    0.0   99.7
  0.2   0.3    0.0   99.5
`,
  )
  expect((await ask('partition')).records).toEqual([{ type: 'Dedicated', mode: 'Capped', smt: 'On' }])
  await answer('svmon -G', documented['svmon -G']?.replaceAll(/ {2}available|     614000/g, '') ?? '')
  const [memory] = (await ask('memory')).records
  expect(memory).toMatchObject({ virtual: `${612_346 * 4_096}`, swapTotal: `${262_144 * 4_096}` })
  expect(memory).not.toHaveProperty('available')
})

test('an account that may not run svmon has the other figures of memory and the command that helps', async () => {
  await answer('svmon -G', 'sh: svmon: 0403-006 Execute permission denied.\n')
  const result = await trial()
  expect(causesOf(result)).toEqual(['memory missingRight'])
  const memory = result.sections.find(({ section }) => section === 'memory')
  expect(memory?.cause?.params).toEqual({ right: 'svmon', grant: 'chmod o+x /usr/bin/svmon' })
  expect(memory?.counters).toEqual(['total', 'free', 'cached', 'pinned'])
})

test('a command that is absent or prints something else is told, and harms no other section', async () => {
  await rm(fileOf('iostat -d 1 2'))
  await answer('netstat -in', 'netstat: 0509-036 Cannot load program\n')
  expect(causesOf(await trial())).toEqual(['disks malformed', 'network malformed'])
})

test('a host that is not AIX is another product', async () => {
  await answer('uname -s', 'Linux\n')
  expect(causesOf(await trial())).toEqual(['wrongProduct'])
})

test('only the commands of the type exist for a monitor', async () => {
  await expect(connection.ask({ reader: 'rm -rf /' }, never)).rejects.toThrow(/reader/)
  await expect(connection.ask({ reader: 'system', command: 'id' }, never)).rejects.toThrow(/command/)
})
