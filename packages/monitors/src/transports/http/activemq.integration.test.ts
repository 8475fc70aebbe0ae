/** ActiveMQ Classic as it is, by the agent of Jolokia, beside what its own statistics plugin says. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TrialResult, tryTarget } from '../../collection/trial.ts'
import { samplesOf } from '../../reading/samples.ts'
import type { ParamValues } from '../../type.ts'
import { brokerJars, JavaFeeder } from '../test-java.ts'
import { figuresOf, freePort, knownType, temporaryFolder } from '../test-servers.ts'
import { http } from './http.ts'

const type = knownType('activemq')
const never = new AbortController().signal
const host = '127.0.0.1'
const signed = { host, path: '/api/jolokia/', user: 'monitor', password: 'secret' }
let port = 0
/** Of an agent that lets nobody read. */
let closedPort = 0
let feeder: JavaFeeder
let closed: JavaFeeder

const trial = (params: ParamValues): Promise<TrialResult> =>
  tryTarget({ type, params: { ...signed, port, ...params }, transports: { http }, signal: never })
const causesOf = ({ sections, cause }: TrialResult) => [
  ...new Set(cause ? [cause.code] : sections.flatMap(section => (section.cause ? [section.cause.code] : []))),
]

/** As ActiveMQ's own conf/jolokia-access.xml: only requests with an origin of this machine. */
const policy = (commands: string) => `<restrict>${commands}<cors><allow-origin>*://localhost*</allow-origin>
<allow-origin>*://127.0.0.1*</allow-origin><strict-checking/></cors></restrict>`

const source = `import java.io.*; import java.util.*; import jakarta.jms.*;
import org.apache.activemq.*; import org.apache.activemq.broker.*; import org.apache.activemq.plugin.StatisticsBrokerPlugin;
public class Feeder {
  public static void main(String[] args) throws Exception {
    BrokerService broker = new BrokerService();
    broker.setBrokerName("one");
    broker.setDataDirectory(args[0]);
    broker.getManagementContext().setCreateConnector(false);
    broker.setPlugins(new BrokerPlugin[] { new StatisticsBrokerPlugin() });
    broker.getSystemUsage().getMemoryUsage().setLimit(8 << 20);
    broker.getSystemUsage().getStoreUsage().setLimit(64 << 20);
    broker.getSystemUsage().getTempUsage().setLimit(64 << 20);
    broker.start();
    broker.waitUntilStarted();
    jakarta.jms.Connection connection = new ActiveMQConnectionFactory("vm://one?create=false").createConnection();
    connection.start();
    Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    var in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null; System.out.println("done")) {
      String[] word = line.split(" ");
      int count = word.length > 2 ? Integer.parseInt(word[2]) : 0;
      switch (word[0]) {
        case "send" -> send(session, session.createQueue(word[1]), count);
        case "publish" -> send(session, session.createTopic(word[1]), count);
        case "subscribe" -> connection.createSession(false, Session.AUTO_ACKNOWLEDGE).createConsumer(session.createTopic(word[1])).setMessageListener(message -> { });
        case "take" -> { var consumer = session.createConsumer(session.createQueue(word[1])); for (int i = 0; i < count; i++) consumer.receive(5000); consumer.close(); }
        case "statistics" -> statistics(session, word[1]);
      }
    }
  }
  static void send(Session session, Destination to, int count) throws Exception {
    var producer = session.createProducer(to);
    for (int i = 0; i < count; i++) producer.send(session.createTextMessage("x".repeat(1000)));
    producer.close();
  }
  static void statistics(Session session, String of) throws Exception {
    var answer = session.createTemporaryQueue();
    var consumer = session.createConsumer(answer);
    var message = session.createMessage();
    message.setJMSReplyTo(answer);
    session.createProducer(session.createQueue(of)).send(message);
    var told = (MapMessage) consumer.receive(5000);
    for (String name : Collections.list((Enumeration<String>) told.getMapNames())) System.out.println(name + "=" + told.getObject(name));
    consumer.close();
  }
}
`

async function startBroker(own: number, commands: string): Promise<JavaFeeder> {
  const folder = await temporaryFolder()
  const rules = join(folder, 'jolokia-access.xml')
  await writeFile(rules, policy(commands))
  const jars = brokerJars('activemq')
  const agent = {
    host,
    port: String(own),
    agentContext: '/api/jolokia',
    user: signed.user,
    password: signed.password,
    policyLocation: `file:${rules}`,
    discoveryEnabled: 'false',
  }
  const settings = Object.entries(agent).map(pair => pair.join('='))
  const jar = jars.replace('*', 'jolokia-agent-jvm-2.1.2-javaagent.jar')
  return JavaFeeder.start(jars, folder, source, [folder], [`-javaagent:${jar}=${settings.join(',')}`])
}

beforeAll(async () => {
  port = await freePort()
  closedPort = await freePort()
  feeder = await startBroker(port, '')
  closed = await startBroker(closedPort, '<commands><command>version</command></commands>')
  await feeder.tell('send orders 30')
  await feeder.tell('take orders 12')
  await feeder.tell('send bills 5')
  await feeder.tell('subscribe news')
  await feeder.tell('publish news 4')
  await closed.tell('send none 0')
})
afterAll(async () => {
  await feeder.stop()
  await closed.stop()
})

const told = async (of: string) =>
  new Map((await feeder.tell(`statistics ${of}`)).map(line => line.split('=') as [string, string]))

const opened = () => http.open({ ...signed, port }, never)

test('has the figures of its statistics plugin', async () => {
  const connection = await opened()
  const records = async (key: string) => {
    const section = type.sections.find(one => one.key === key)
    return (await connection.ask(section?.request, never)).records
  }
  const orders = (await records('queues')).find(({ queue }) => queue === 'orders')
  const [broker] = await records('broker')
  const news = (await records('topics')).find(({ topic }) => topic === 'news')
  connection.close()
  const [queue, whole] = [
    await told('ActiveMQ.Statistics.Destination.orders'),
    await told('ActiveMQ.Statistics.Broker'),
  ]
  const rows = [
    ...(
      [
        ['size', 'size'],
        ['enqueued', 'enqueueCount'],
        ['dequeued', 'dequeueCount'],
        ['dispatched', 'dispatchCount'],
        ['expired', 'expiredCount'],
        ['inFlight', 'inflightCount'],
        ['consumers', 'consumerCount'],
        ['producers', 'producerCount'],
        ['memoryPercent', 'memoryPercentUsage'],
        ['memory', 'memoryUsage'],
      ] as const
    ).map(([ours, theirs]) => [`queue ${ours}`, orders?.[ours], queue.get(theirs)]),
    ...(['memoryLimit', 'storeLimit', 'tempLimit'] as const).map(name => [
      name,
      broker?.[name],
      whole.get(name),
    ]),
    ...(['storePercent', 'tempPercent'] as const).map(name => [
      name,
      broker?.[name],
      whole.get(`${name}Usage`),
    ]),
  ].map(([counter, ours, plugin]) => ({ counter, ours, plugin }))
  console.table(rows)
  for (const { counter, ours, plugin } of rows) expect(ours, counter).toBe(plugin)
  expect(news).toMatchObject({ enqueued: '4', consumers: '1' })
  expect(orders).toMatchObject({ size: '18', enqueued: '30', dequeued: '12' })
})

test('has a value for every counter, without the advisories of the broker, and grows as it is used', async () => {
  const connection = await opened()
  const absent: string[] = []
  const names: string[] = []
  for (const section of type.sections) {
    const { samples, texts } = samplesOf(
      section,
      (await connection.ask(section.request, never)).records,
      new Set(),
    )
    const read = new Set(
      [...samples.filter(({ value }) => !Number.isNaN(value)), ...texts].map(({ counter }) => counter),
    )
    absent.push(
      ...section.counters.filter(({ key }) => !read.has(key)).map(({ key }) => `${section.key}.${key}`),
    )
    names.push(...samples.flatMap(({ labels }) => Object.values(labels)))
  }
  expect(absent).toEqual([])
  expect(names).toContain('orders')
  expect(names.filter(name => name.startsWith('ActiveMQ.Advisory'))).toEqual([])
  const before = await figuresOf(type, connection)
  await feeder.tell('send bills 7')
  const after = await figuresOf(type, connection)
  connection.close()
  const growth = (counter: string) => (after.get(counter) ?? 0) - (before.get(counter) ?? 0)
  expect([growth('queues.enqueued'), growth('queues.size'), growth('broker.messages')]).toEqual([7, 7, 7])
})

test('is tested with its version, and a wrong password, path, port or right is named', async () => {
  const good = await trial({})
  expect(good).toMatchObject({ isReached: true, version: '6.1.8', cause: undefined })
  expect(causesOf(good)).toEqual([])
  expect(causesOf(await trial({ password: 'x' }))).toEqual(['wrongPassword'])
  expect(causesOf(await trial({ path: '/other/' }))).toEqual(['wrongProduct'])
  expect(causesOf(await trial({ port: await freePort() }))).toEqual(['refused'])
  const refused = await trial({ port: closedPort })
  expect(refused.sections[0]?.cause).toMatchObject({
    code: 'missingRight',
    params: { grant: expect.stringContaining('monitor: PASSWORD, users') },
  })
})
