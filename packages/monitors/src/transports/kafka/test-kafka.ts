/** For tests: one node of Kafka with an authorizer and listeners of each kind, and a program that uses Kafka's own clients and tools. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { madeCertificate } from '../reach/test-certificate.ts'
import { brokerJars, JavaFeeder, javaOptions } from '../test-java.ts'
import { accepts } from '../test-processes.ts'
import { freePort, startServer, type TestServer, temporaryFolder } from '../test-servers.ts'

export interface TestKafka {
  /** Ports of the listeners: everybody is a super user at the first. */
  readonly plain: number
  readonly sasl: number
  readonly tls: number
  readonly server: TestServer
  readonly feeder: JavaFeeder
  /** A second broker of the cluster, with node id 2; it leaves the cluster in order when it is stopped. */
  join(): Promise<TestServer>
}

const clusterId = 'pone0000000000000000ok'
const accounts = `org.apache.kafka.common.security.plain.PlainLoginModule required user_monitor="secret" user_guest="secret";`

/** Users `monitor`, who may describe everything, and `guest`, who may nothing; the password of both is `secret`. */
export async function startKafka(): Promise<TestKafka> {
  const folder = await temporaryFolder()
  const jars = brokerJars('kafka')
  const [plain, sasl, tls, controller] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const { key, cert } = await madeCertificate(2)
  const inOneLine = (pem: string) => pem.trim().replaceAll('\n', String.raw`\n`)
  const listeners = `PLAINTEXT://127.0.0.1:${plain},SASL_PLAINTEXT://127.0.0.1:${sasl},SSL://127.0.0.1:${tls}`
  const file = join(folder, 'server.properties')
  await writeFile(
    file,
    `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controller}
controller.listener.names=CONTROLLER
listeners=${listeners},CONTROLLER://127.0.0.1:${controller}
advertised.listeners=${listeners}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT,SSL:SSL,CONTROLLER:PLAINTEXT
sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512
listener.name.sasl_plaintext.plain.sasl.jaas.config=${accounts}
listener.name.sasl_plaintext.scram-sha-256.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;
listener.name.sasl_plaintext.scram-sha-512.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;
ssl.keystore.type=PEM
ssl.keystore.certificate.chain=${inOneLine(cert)}
ssl.keystore.key=${inOneLine(key)}
authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
super.users=User:ANONYMOUS
log.dirs=${folder}/data
offsets.topic.num.partitions=1
offsets.topic.replication.factor=1
group.initial.rebalance.delay.ms=0
log.index.size.max.bytes=4096
`,
  )
  const scram = ['SHA-256', 'SHA-512'].flatMap(hash => ['-S', `SCRAM-${hash}=[name=monitor,password=secret]`])
  const format = ['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', file, ...scram]
  await promisify(execFile)('java', [...javaOptions, '-cp', jars, ...format])
  const server = startServer('/usr/bin/java', [...javaOptions, '-cp', jars, 'kafka.Kafka', file], { folder })
  const feeder = await JavaFeeder.start(jars, folder, source, [`127.0.0.1:${plain}`])
  for (let tries = 0; !(await accepts(plain)); tries++) {
    if (tries > 1_200) throw new Error('Kafka did not start')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return { plain, sasl, tls, server, feeder, join: () => joinCluster(controller) }
}

async function joinCluster(controller: number): Promise<TestServer> {
  const folder = await temporaryFolder()
  const jars = brokerJars('kafka')
  const port = await freePort()
  const file = join(folder, 'server.properties')
  await writeFile(
    file,
    `process.roles=broker
node.id=2
controller.quorum.voters=1@127.0.0.1:${controller}
controller.listener.names=CONTROLLER
listeners=PLAINTEXT://127.0.0.1:${port}
advertised.listeners=PLAINTEXT://127.0.0.1:${port}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
log.dirs=${folder}/data
log.index.size.max.bytes=4096
`,
  )
  const format = ['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', file]
  await promisify(execFile)('java', [...javaOptions, '-cp', jars, ...format])
  return startServer('/usr/bin/java', [...javaOptions, '-cp', jars, 'kafka.Kafka', file], { folder })
}

const source = `import java.io.*; import java.util.*; import java.util.concurrent.*; import java.time.Duration;
import org.apache.kafka.clients.admin.*; import org.apache.kafka.clients.consumer.*; import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.*; import org.apache.kafka.common.acl.*; import org.apache.kafka.common.resource.*;
public class Feeder {
  static String at;
  static Properties with(String... more) {
    Properties p = new Properties();
    p.put("bootstrap.servers", at);
    for (String name : List.of("key", "value")) {
      p.put(name + ".serializer", "org.apache.kafka.common.serialization.StringSerializer");
      p.put(name + ".deserializer", "org.apache.kafka.common.serialization.StringDeserializer");
    }
    for (int i = 0; i < more.length; i += 2) p.put(more[i], more[i + 1]);
    return p;
  }
  public static void main(String[] args) throws Exception {
    at = args[0];
    org.apache.kafka.common.utils.Exit.setExitProcedure((code, message) -> { });
    var in = new BufferedReader(new InputStreamReader(System.in));
    try (Admin admin = Admin.create(with()); var producer = new KafkaProducer<String, String>(with())) {
      for (String line; (line = in.readLine()) != null; System.out.println("done")) {
        String[] word = line.split(" ");
        switch (word[0]) {
          case "topics" -> topics(admin, word[1], Integer.parseInt(word[2]), Integer.parseInt(word[3]));
          case "replicate" -> admin.createTopics(List.of(new NewTopic(word[1], 2, (short) 2))).all().get();
          case "write" -> { for (int i = 0; i < Integer.parseInt(word[2]); i++) producer.send(new ProducerRecord<>(word[1], "" + i, "x")); producer.flush(); }
          case "read" -> read(word[1], word[2], word[3], Integer.parseInt(word[4]));
          case "allow" -> allow(admin, word[1]);
          case "cluster" -> cluster(admin);
          case "groups" -> org.apache.kafka.tools.consumer.group.ConsumerGroupCommand.main(new String[] { "--bootstrap-server", at, "--describe", "--all-groups" });
          case "members" -> org.apache.kafka.tools.consumer.group.ConsumerGroupCommand.main(new String[] { "--bootstrap-server", at, "--describe", "--all-groups", "--state" });
          case "ends" -> org.apache.kafka.tools.GetOffsetShell.main(new String[] { "--bootstrap-server", at });
        }
      }
    }
  }
  static void topics(Admin admin, String prefix, int count, int partitions) throws Exception {
    var all = new ArrayList<NewTopic>();
    for (int i = 0; i < count; i++) all.add(new NewTopic(count == 1 ? prefix : prefix + i, partitions, (short) 1));
    admin.createTopics(all, new CreateTopicsOptions().timeoutMs(60000)).all().get();
  }
  static void read(String group, String protocol, String topic, int count) throws Exception {
    var hasRead = new CountDownLatch(1);
    Thread reader = new Thread(() -> {
      var consumer = new KafkaConsumer<String, String>(with("group.id", group, "group.protocol", protocol, "auto.offset.reset", "earliest", "max.poll.records", "10", "enable.auto.commit", "false"));
      consumer.subscribe(List.of(topic));
      for (int seen = 0; seen < count; ) seen += consumer.poll(Duration.ofMillis(200)).count();
      consumer.commitSync();
      consumer.pause(consumer.assignment());
      hasRead.countDown();
      while (true) consumer.poll(Duration.ofMillis(200));
    });
    reader.setDaemon(true);
    reader.start();
    hasRead.await();
  }
  static void allow(Admin admin, String user) throws Exception {
    var entry = new AccessControlEntry("User:" + user, "*", AclOperation.DESCRIBE, AclPermissionType.ALLOW);
    var all = new ArrayList<AclBinding>();
    all.add(new AclBinding(new ResourcePattern(ResourceType.CLUSTER, "kafka-cluster", PatternType.LITERAL), entry));
    for (var type : List.of(ResourceType.TOPIC, ResourceType.GROUP)) all.add(new AclBinding(new ResourcePattern(type, "*", PatternType.LITERAL), entry));
    admin.createAcls(all).all().get();
  }
  static void cluster(Admin admin) throws Exception {
    var cluster = admin.describeCluster();
    System.out.println("brokers=" + cluster.nodes().get().size());
    System.out.println("controller=" + admin.describeMetadataQuorum().quorumInfo().get().leaderId());
    var names = admin.listTopics(new ListTopicsOptions().listInternal(true)).names().get();
    System.out.println("topics=" + names.size());
    int partitions = 0;
    for (var topic : admin.describeTopics(names).allTopicNames().get().values()) partitions += topic.partitions().size();
    System.out.println("partitions=" + partitions);
    long bytes = 0;
    for (var folder : admin.describeLogDirs(List.of(1)).allDescriptions().get().get(1).values()) {
      for (var replica : folder.replicaInfos().values()) bytes += replica.size();
      System.out.println("total=" + folder.totalBytes().getAsLong());
    }
    System.out.println("bytes=" + bytes);
  }
}
`
