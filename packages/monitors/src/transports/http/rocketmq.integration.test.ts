/** RocketMQ as it is, by the metrics of its broker, beside what its own administration client says. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TrialResult, tryTarget } from '../../collection/trial.ts'
import { samplesOf } from '../../reading/samples.ts'
import { brokerJars, JavaFeeder, javaOptions } from '../test-java.ts'
import { accepts } from '../test-processes.ts'
import {
  figuresOf,
  freePort,
  knownType,
  startServer,
  type TestServer,
  temporaryFolder,
  untilAnswers,
} from '../test-servers.ts'
import { http } from './http.ts'

const type = knownType('rocketmq')
const never = new AbortController().signal
const host = '127.0.0.1'
const servers: TestServer[] = []
let feeder: JavaFeeder
let port = 0

const trial = (own: number): Promise<TrialResult> =>
  tryTarget({ type, params: { host, port: own }, transports: { http }, signal: never })
const causesOf = ({ sections, cause }: TrialResult) => [
  ...new Set(cause ? [cause.code] : sections.flatMap(section => (section.cause ? [section.cause.code] : []))),
]

const opens = ['java.nio', 'sun.nio.ch', 'jdk.internal.misc'].map(
  name => `--add-opens=java.base/${name}=ALL-UNNAMED`,
)

const source = `import java.io.*; import java.util.*; 
import org.apache.rocketmq.client.consumer.*; import org.apache.rocketmq.client.producer.*;
import org.apache.rocketmq.common.message.*; import org.apache.rocketmq.tools.admin.*;
public class Feeder {
  interface Step { void run() throws Exception; }
  // A broker is known to its name server only some seconds after its start.
  static void untilDone(Step step) throws Exception {
    for (long end = System.currentTimeMillis() + 80_000; ; Thread.sleep(250))
      try { step.run(); return; } catch (Exception early) { if (System.currentTimeMillis() > end) throw early; }
  }
  public static void main(String[] args) throws Exception {
    System.setProperty("user.home", args[2]);
    var producer = new DefaultMQProducer("feeder");
    producer.setNamesrvAddr(args[0]);
    producer.start();
    var admin = new DefaultMQAdminExt("feeder-admin", 5000);
    admin.setNamesrvAddr(args[0]);
    admin.start();
    var in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null; System.out.println("done")) {
      String[] word = line.split(" ");
      switch (word[0]) {
        case "create" -> untilDone(() -> admin.createAndUpdateTopicConfig(args[1], new org.apache.rocketmq.common.TopicConfig(word[1], 4, 4)));
        case "send" -> { for (int i = 0; i < Integer.parseInt(word[2]); i++) untilDone(() -> producer.send(new Message(word[1], "x".getBytes()), 10000)); }
        case "read" -> read(args[0], word[1], word[2], Integer.parseInt(word[3]));
        case "topic" -> { long sum = 0; for (var queue : admin.examineTopicStats(word[1]).getOffsetTable().values()) sum += queue.getMaxOffset() - queue.getMinOffset(); System.out.println(sum); }
        case "lag" -> System.out.println(admin.examineConsumeStats(word[1], word[2]).computeTotalDiff());
      }
    }
    System.exit(0);
  }
  static void read(String at, String group, String topic, int count) throws Exception {
    var consumer = new DefaultLitePullConsumer(group);
    consumer.setNamesrvAddr(at);
    consumer.setAutoCommit(false);
    consumer.setConsumeFromWhere(org.apache.rocketmq.common.consumer.ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
    consumer.setPullBatchSize(1);
    consumer.subscribe(topic, "*");
    consumer.start();
    int seen = 0;
    while (seen < count) seen += consumer.poll(1000).size();
    consumer.commit(consumer.assignment(), true);
    System.out.println(seen);
  }
}
`

beforeAll(async () => {
  const folder = await temporaryFolder()
  const jars = brokerJars('rocketmq')
  const [names, broker, replicas] = [await freePort(), await freePort(), await freePort()]
  port = await freePort()
  const [nameFile, brokerFile] = [join(folder, 'names.conf'), join(folder, 'broker.conf')]
  await writeFile(nameFile, `listenPort=${names}\n`)
  await writeFile(
    brokerFile,
    `brokerClusterName=pone
brokerName=one
brokerIP1=${host}
listenPort=${broker}
haListenPort=${replicas}
storePathRootDir=${folder}/store
storePathCommitLog=${folder}/store/commitlog
mappedFileSizeCommitLog=4194304
mappedFileSizeConsumeQueue=60000
timerWheelEnable=false
registerNameServerPeriod=10000
metricsExporterType=PROM
metricsPromExporterHost=${host}
metricsPromExporterPort=${port}
`,
  )
  const base = [
    ...javaOptions,
    '-XX:MaxDirectMemorySize=256m',
    '--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED',
    ...opens,
    `-Drocketmq.home.dir=${folder}`,
    `-Duser.home=${folder}`,
    '-cp',
    jars,
  ]
  const start = (...args: string[]) =>
    servers.push(startServer('/usr/bin/java', [...base, ...args], { folder, signal: 'SIGKILL' }))
  start('org.apache.rocketmq.namesrv.NamesrvStartup', '-c', nameFile)
  // A broker that does not find its name server tries again only after 30 s.
  await vi.waitUntil(() => accepts(names), { timeout: 30_000, interval: 100 })
  start('org.apache.rocketmq.broker.BrokerStartup', '-n', `${host}:${names}`, '-c', brokerFile)
  feeder = await JavaFeeder.start(jars, folder, source, [`${host}:${names}`, `${host}:${broker}`, folder])
  await untilAnswers(`http://${host}:${port}/metrics`)
  await feeder.tell('create orders')
  await feeder.tell('send orders 40')
})
afterAll(async () => {
  await feeder.stop()
  for (const server of servers.toReversed()) await server.stop()
})

test('has the figures of its administration client, and a value for every counter', async () => {
  const seen = Number((await feeder.tell('read shipping orders 15')).at(-1))
  const connection = await http.open({ host, port, path: '/metrics' }, never)
  await expect
    .poll(async () => (await figuresOf(type, connection)).get('groups.lag'), { timeout: 30_000 })
    .toBe(40 - seen)
  const ours = await figuresOf(type, connection)
  const rows = [
    {
      counter: 'topics.received',
      ours: ours.get('topics.received'),
      client: Number((await feeder.tell('topic orders')).at(-1)),
    },
    {
      counter: 'groups.lag',
      ours: ours.get('groups.lag'),
      client: Number((await feeder.tell('lag shipping orders')).at(-1)),
    },
  ]
  console.table(rows)
  for (const row of rows) expect(row.ours, row.counter).toBe(row.client)
  const absent: string[] = []
  for (const section of type.sections) {
    const { samples } = samplesOf(section, (await connection.ask(section.request, never)).records, new Set())
    const read = new Set(samples.filter(({ value }) => !Number.isNaN(value)).map(({ counter }) => counter))
    absent.push(
      ...section.counters.filter(({ key }) => !read.has(key)).map(({ key }) => `${section.key}.${key}`),
    )
  }
  connection.close()
  expect(absent).toEqual([])
})

test('a port that nobody has is named', async () => {
  expect(causesOf(await trial(port))).toEqual([])
  expect(causesOf(await trial(await freePort()))).toEqual(['refused'])
})
