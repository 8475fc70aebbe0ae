/** Monitor type `kafka`, by requests of its own protocol that only read. */
import type { MonitorTypeInput } from '../type.ts'
import { accountParams, both, chart, counter, flag, gauge, state, text, tlsParams } from './parts.ts'

type Section = MonitorTypeInput['sections'][number]

const signIn = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512']

const params: MonitorTypeInput['params'] = [
  ...accountParams(9092).slice(0, 2),
  ...tlsParams,
  {
    key: 'sasl',
    type: 'select',
    names: both(['SASL 机制', 'SASL mechanism']),
    default: 'none',
    options: [
      { value: 'none', names: both(['不认证', 'No sign-in']) },
      ...signIn.map(value => ({ value, names: both([value, value]) })),
    ],
  },
  ...accountParams(9092)
    .slice(2)
    .map(param => ({ ...param, showIf: { param: 'sasl', values: signIn } })),
]

const partitionCounters = [
  gauge(
    'underReplicated',
    'count',
    ['副本不足的分区', 'Under-replicated partitions'],
    ['同步副本少于副本数的分区', 'Partitions with fewer in-sync replicas than replicas'],
    { role: 'error' },
  ),
  gauge(
    'offline',
    'count',
    ['离线分区', 'Offline partitions'],
    ['没有首领而无法读写的分区', 'Partitions without a leader, which nobody can read or write'],
    { role: 'error' },
  ),
]

const cluster: Section = {
  key: 'cluster',
  names: both(['集群', 'Cluster']),
  answersAvailability: true,
  request: { what: 'cluster' },
  counters: [
    text(
      'version',
      ['元数据版本', 'Metadata version'],
      [
        '集群已启用的功能所属的产品版本；代理节点可能更新',
        'Release of Kafka whose features the cluster has enabled; the brokers can be newer',
      ],
    ),
    text('clusterId', ['集群标识', 'Cluster id'], ['集群的标识', 'Id of the cluster']),
    text(
      'controller',
      ['控制器', 'Controller'],
      ['当前控制器节点的编号', 'Id of the node that is the controller'],
    ),
    flag(
      'hasController',
      [['1'], ['0']],
      ['有控制器', 'Has a controller'],
      ['集群当前是否有控制器', 'Whether the cluster has a controller now'],
    ),
    gauge('brokers', 'count', ['代理节点', 'Brokers'], ['在线的代理节点', 'Brokers that are online']),
    gauge('topics', 'count', ['主题', 'Topics'], ['账号可见的主题', 'Topics that the account may describe']),
    gauge('partitions', 'count', ['分区', 'Partitions'], ['所有主题的分区', 'Partitions of all topics']),
    gauge('replicas', 'count', ['副本', 'Replicas'], ['所有分区的副本', 'Replicas of all partitions']),
    ...partitionCounters,
  ],
}

const brokers: Section = {
  key: 'brokers',
  names: both(['代理节点', 'Brokers']),
  rows: { labels: ['broker', 'address'] },
  request: { what: 'brokers' },
  counters: [
    gauge(
      'leaders',
      'count',
      ['首领分区', 'Leader partitions'],
      ['以该节点为首领的分区', 'Partitions that the broker leads'],
    ),
    gauge('replicas', 'count', ['副本', 'Replicas'], ['该节点上的副本', 'Replicas on the broker']),
    gauge(
      'outOfSync',
      'count',
      ['未同步的副本', 'Out-of-sync replicas'],
      ['该节点上落后于首领的副本', 'Replicas on the broker that are behind their leader'],
      { role: 'error' },
    ),
  ],
}

const storage: Section = {
  key: 'storage',
  names: both(['存储', 'Storage']),
  cadenceMs: 60_000,
  timeoutMs: 10_000,
  rows: { labels: ['broker', 'path'] },
  request: { what: 'storage' },
  counters: [
    gauge(
      'bytes',
      'bytes',
      ['日志大小', 'Log size'],
      ['目录中所有分区的字节数', 'Bytes of all partitions in the folder'],
    ),
    gauge(
      'used',
      'bytes',
      ['磁盘已用', 'Volume used'],
      ['目录所在磁盘已用的字节数', 'Bytes in use on the volume of the folder'],
      {
        role: 'utilisation',
        nature: 'space',
        capacity: 'total',
      },
    ),
    gauge(
      'total',
      'bytes',
      ['磁盘容量', 'Volume size'],
      ['目录所在磁盘的容量', 'Size of the volume of the folder'],
    ),
  ],
}

const topics: Section = {
  key: 'topics',
  names: both(['主题', 'Topics']),
  cadenceMs: 10_000,
  timeoutMs: 10_000,
  rows: { labels: ['topic'] },
  request: { what: 'topics' },
  counters: [
    gauge('partitions', 'count', ['分区', 'Partitions'], ['主题的分区', 'Partitions of the topic']),
    ...partitionCounters,
    counter(
      'endOffset',
      'count',
      ['末端位移', 'End offsets'],
      [
        '各分区末端位移之和；增长速率即写入速率，含事务标记',
        'Sum of the end offsets of the partitions; it grows as messages are written, markers of transactions included',
      ],
      { role: 'work' },
    ),
    gauge(
      'kept',
      'count',
      ['保留的位移', 'Kept offsets'],
      [
        '末端位移与起始位移之差；压缩的主题中消息更少',
        'End offsets less first offsets; compacted topics hold fewer messages',
      ],
    ),
  ],
}

const groups: Section = {
  key: 'groups',
  names: both(['消费组', 'Consumer groups']),
  cadenceMs: 10_000,
  timeoutMs: 10_000,
  rows: { labels: ['group'] },
  request: { what: 'groups' },
  counters: [
    text('type', ['类型', 'Type'], ['消费组的协议类型', 'Protocol type of the group: classic or consumer']),
    state('state', '', ['状态', 'State'], ['消费组的状态', 'State of the group'], {
      states: [
        { value: 0, texts: ['Dead'], names: both(['已删除', 'Dead']) },
        { value: 1, texts: ['Empty'], names: both(['无成员', 'Empty']) },
        {
          value: 2,
          texts: ['PreparingRebalance', 'Assigning'],
          names: both(['准备再均衡', 'Preparing to rebalance']),
        },
        {
          value: 3,
          texts: ['CompletingRebalance', 'AwaitingSync', 'Reconciling'],
          names: both(['再均衡中', 'Rebalancing']),
        },
        { value: 4, texts: ['Stable'], names: both(['稳定', 'Stable']) },
      ],
    }),
    gauge('members', 'count', ['成员', 'Members'], ['消费组的成员', 'Members of the group']),
    gauge('topics', 'count', ['主题', 'Topics'], ['已提交位移的主题', 'Topics with committed offsets']),
    gauge(
      'partitions',
      'count',
      ['分区', 'Partitions'],
      ['已提交位移的分区', 'Partitions with committed offsets'],
    ),
    gauge(
      'lag',
      'count',
      ['积压', 'Lag'],
      ['各分区末端位移与已提交位移之差的总和', 'End offsets less committed offsets, over all partitions'],
      { role: 'saturation' },
    ),
    gauge(
      'maxLag',
      'count',
      ['最大分区积压', 'Largest partition lag'],
      ['积压最多的分区的积压', 'Lag of the partition that is furthest behind'],
      { role: 'saturation' },
    ),
  ],
}

const groupTopics: Section = {
  key: 'groupTopics',
  names: both(['消费组的主题', 'Topics of consumer groups']),
  cadenceMs: 10_000,
  timeoutMs: 10_000,
  rows: { labels: ['group', 'topic'] },
  request: { what: 'groupTopics' },
  counters: [
    gauge('lag', 'count', ['积压', 'Lag'], ['消费组在该主题上的积压', 'Lag of the group in the topic'], {
      role: 'saturation',
    }),
    gauge(
      'partitions',
      'count',
      ['分区', 'Partitions'],
      [
        '消费组在该主题上已提交位移的分区',
        'Partitions of the topic in which the group has committed offsets',
      ],
    ),
  ],
}

export const kafka: MonitorTypeInput = {
  name: 'kafka',
  version: 1,
  category: 'queue',
  names: both(['Kafka', 'Kafka']),
  help: both([
    '从一个代理节点得知整个集群；采集机须能访问各节点的公布地址。账号需要描述（DESCRIBE）集群、主题和消费组的权限',
    'One broker leads to the whole cluster; the agent must reach the advertised address of every broker. The account needs Describe on the cluster, its topics and its groups',
  ]),
  triedOn: ['Kafka 4.3.1'],
  transport: 'kafka',
  params,
  sections: [cluster, brokers, storage, topics, groups, groupTopics],
  charts: [
    chart('lag', ['消费组积压', 'Lag of consumer groups'], 'line', 'count', ['groups.lag', 'groups.maxLag']),
    chart('written', ['写入速率', 'Write rate'], 'line', 'count/s', ['topics.endOffset']),
    chart('partitionHealth', ['分区健康', 'Health of partitions'], 'line', 'count', [
      'cluster.underReplicated',
      'cluster.offline',
      'brokers.outOfSync',
    ]),
    chart('objects', ['集群规模', 'Size of the cluster'], 'line', 'count', [
      'cluster.brokers',
      'cluster.topics',
      'cluster.partitions',
      'cluster.replicas',
    ]),
    chart('states', ['控制器与消费组状态', 'States of the controller and of groups'], 'line', '', [
      'cluster.hasController',
      'groups.state',
    ]),
    chart('leaders', ['节点的分区', 'Partitions of brokers'], 'line', 'count', [
      'brokers.leaders',
      'brokers.replicas',
    ]),
    chart('storage', ['存储', 'Storage'], 'line', 'bytes', [
      'storage.bytes',
      'storage.used',
      'storage.total',
    ]),
    chart('members', ['消费组成员', 'Members of consumer groups'], 'line', 'count', [
      'groups.members',
      'groups.topics',
      'groups.partitions',
    ]),
    chart('topicLag', ['消费组在各主题的积压', 'Lag of groups by topic'], 'line', 'count', [
      'groupTopics.lag',
      'groupTopics.partitions',
    ]),
    chart('topicPartitions', ['主题的分区', 'Partitions of topics'], 'line', 'count', [
      'topics.partitions',
      'topics.underReplicated',
      'topics.offline',
    ]),
    chart('kept', ['保留的位移', 'Kept offsets'], 'line', 'count', ['topics.kept']),
  ],
  tables: [
    {
      key: 'cluster',
      names: both(['集群', 'Cluster']),
      section: 'cluster',
      columns: ['version', 'clusterId', 'controller'],
    },
    {
      key: 'groups',
      names: both(['消费组', 'Consumer groups']),
      section: 'groups',
      columns: ['group', 'type', 'state', 'members', 'lag'],
    },
  ],
  thresholds: [
    { counter: 'cluster.offline', max: 0, severity: 'critical' },
    { counter: 'cluster.hasController', min: 1, times: 2, severity: 'critical' },
    { counter: 'cluster.underReplicated', max: 0, times: 3, severity: 'warning' },
    { counter: 'groups.lag', max: 10_000, times: 3, severity: 'warning' },
  ],
}
