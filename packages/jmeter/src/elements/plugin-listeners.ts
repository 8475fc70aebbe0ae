/**
 * Listeners of the jp@gc plugin sets: graphs and reports, which are opened but not offered, and those with further
 * functions.
 */
import { type ElementDefinition, elementsOf, type ItemDefinition } from './element.ts'
import { column, file, flag, number, table, text } from './fields.ts'
import { collector } from './listeners.ts'

const graph: readonly ItemDefinition[] = [
  ...collector,
  number('interval_grouping', '分组间隔（毫秒）', 'Group by (ms)', {
    type: 'long',
    initial: '500',
    absent: '',
  }),
  flag('graph_aggregated', '合并为一条线', 'One aggregated line'),
  text('include_sample_labels', '包含的标签', 'Labels to include'),
  text('exclude_sample_labels', '排除的标签', 'Labels to exclude'),
  text('start_offset', '起始偏移（秒）', 'Start offset (s)'),
  text('end_offset', '结束偏移（秒）', 'End offset (s)'),
  flag('include_checkbox_state', '包含用正则', 'Include by regex'),
  flag('exclude_checkbox_state', '排除用正则', 'Exclude by regex'),
]

/** Newer sets have a collector of their own, older ones JMeter's. */
const visualizer = (name: string, zh: string, en: string) => ({
  testclass: 'kg.apc.jmeter.vizualizers.CorrectedResultCollector',
  guiclass: `kg.apc.jmeter.vizualizers.${name}`,
  aliases: ['ResultCollector'],
  icon: 'chart' as const,
  zh: `${zh}（jp@gc）`,
  en: `jp@gc - ${en}`,
  isPlugin: true,
  isOffered: false,
  items: graph,
})

const monitor = (
  testclass: string,
  name: string,
  zh: string,
  en: string,
  items: readonly ItemDefinition[],
) => ({
  ...visualizer(name, zh, en),
  testclass,
  aliases: [],
  items: [...items, ...graph],
})

export const pluginListenerElements: readonly ElementDefinition[] = elementsOf('listener', [
  visualizer('ThreadsStateOverTimeGui', '活动线程数变化', 'Active Threads Over Time'),
  visualizer('BytesThroughputOverTimeGui', '字节吞吐量变化', 'Bytes Throughput Over Time'),
  visualizer('ConnectTimesOverTimeGui', '连接时间变化', 'Connect Times Over Time'),
  visualizer('HitsPerSecondGui', '每秒点击数', 'Hits per Second'),
  visualizer('LatenciesOverTimeGui', '响应延迟变化', 'Response Latencies Over Time'),
  visualizer('ResponseCodesPerSecondGui', '每秒响应代码', 'Response Codes per Second'),
  visualizer('ResponseTimesDistributionGui', '响应时间分布', 'Response Times Distribution'),
  visualizer('ResponseTimesOverTimeGui', '响应时间变化', 'Response Times Over Time'),
  visualizer('ResponseTimesPercentilesGui', '响应时间百分位', 'Response Times Percentiles'),
  visualizer('TimesVsThreadsGui', '响应时间与线程数', 'Response Times vs Threads'),
  visualizer('ThroughputVsThreadsGui', '吞吐量与线程数', 'Transaction Throughput vs Threads'),
  visualizer('ThroughputOverTimeGui', '事务吞吐量变化', 'Transaction Throughput Over Time'),
  visualizer('TransactionsPerSecondGui', '每秒事务数', 'Transactions per Second'),
  visualizer('TotalTransactionsPerSecondGui', '每秒事务总数', 'Total Transactions per Second'),
  visualizer('PageDataExtractorOverTimeGui', '页面数据提取', 'Page Data Extractor'),
  visualizer('SynthesisReportGui', '综合报告', 'Synthesis Report'),
  visualizer('AggregateReportGui', '聚合报告', 'Aggregate Report'),
  visualizer('MergeResultsGui', '合并结果', 'Merge Results'),
  monitor(
    'kg.apc.jmeter.vizualizers.CompositeResultCollector',
    'CompositeGraphGui',
    '组合图',
    'Composite Graph',
    [],
  ),
  monitor('kg.apc.jmeter.dbmon.DbMonCollector', 'DbMonGui', '数据库监控', 'DbMon Samples Collector', []),
  monitor('kg.apc.jmeter.jmxmon.JMXMonCollector', 'JMXMonGui', 'JMX 监控', 'JMXMon Samples Collector', []),
  monitor(
    'kg.apc.jmeter.perfmon.PerfMonCollector',
    'PerfMonGui',
    '服务器性能监控',
    'PerfMon Metrics Collector',
    [
      table('metricConnections', '监控的服务器', 'Servers to monitor', {
        elementType: null,
        nameColumn: null,
        columns: [
          column(0, '主机', 'Host / IP', { initial: 'localhost' }),
          column(1, '端口', 'Port', { widget: 'number', initial: '4444' }),
          column(2, '指标', 'Metric to collect', { initial: 'CPU' }),
          column(3, '指标参数', 'Metric parameter'),
        ],
      }),
    ],
  ),
  {
    testclass: 'kg.apc.jmeter.reporters.AutoStop',
    guiclass: 'kg.apc.jmeter.reporters.AutoStopGui',
    zh: '自动停止（jp@gc）',
    en: 'jp@gc - AutoStop Listener',
    isPlugin: true,
    items: [
      number('avg_response_time', '平均响应时间超过（毫秒）', 'Average response time above (ms)', {
        initial: '10000',
        absent: '',
      }),
      number('avg_response_time_length', '持续（秒）', 'For (s)', { initial: '10', absent: '' }),
      number('avg_response_latency', '平均延迟超过（毫秒）', 'Average latency above (ms)', {
        initial: '5000',
        absent: '',
      }),
      number('avg_response_latency_length', '持续（秒）', 'For (s)', { initial: '10', absent: '' }),
      number('error_rate', '错误率超过（%）', 'Error rate above (%)', { initial: '50', absent: '' }),
      number('error_rate_length', '持续（秒）', 'For (s)', { initial: '10', absent: '' }),
    ],
  },
  {
    testclass: 'kg.apc.jmeter.reporters.FlexibleFileWriter',
    guiclass: 'kg.apc.jmeter.reporters.FlexibleFileWriterGui',
    icon: 'file',
    zh: '灵活文件写入器（jp@gc）',
    en: 'jp@gc - Flexible File Writer',
    isPlugin: true,
    isOffered: false,
    items: [
      text('filename', '写入文件', 'Write to file'),
      flag('overwrite', '覆盖已有文件', 'Overwrite existing file'),
      text('columns', '列', 'Columns'),
      text('header', '文件头', 'File header'),
      text('footer', '文件尾', 'File footer'),
    ],
  },
  {
    testclass: 'kg.apc.jmeter.reporters.ConsoleStatusLogger',
    guiclass: 'kg.apc.jmeter.reporters.ConsoleStatusLoggerGui',
    zh: '控制台状态记录（jp@gc）',
    en: 'jp@gc - Console Status Logger',
    isPlugin: true,
    isOffered: false,
  },
  {
    testclass: 'kg.apc.jmeter.listener.GraphsGeneratorListener',
    icon: 'chart',
    zh: '图表生成（jp@gc）',
    en: 'jp@gc - Graphs Generator',
    isPlugin: true,
    isOffered: false,
    items: [
      text('outputBaseFolder', '输出目录', 'Output folder'),
      file('resultsFileName', '结果文件', 'Results file'),
      text('filePrefix', '文件前缀', 'File prefix'),
      number('graphWidth', '宽度', 'Width', { initial: '800' }),
      number('graphHeight', '高度', 'Height', { initial: '600' }),
    ],
  },
])
