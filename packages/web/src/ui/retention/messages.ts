/** Texts of the form for the retention of monitoring data, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const retentionMessages = {
  'retention.title': text('监控数据保留时间', 'Retention of monitoring data'),
  'retention.projectText': text(
    '缩短后，更早的数据在一天内删除，无法恢复。',
    'After a period is shortened, older data are deleted within a day and cannot be restored.',
  ),
  'retention.defaultText': text(
    '用于没有单独设置的项目。缩短后，更早的数据在一天内删除，无法恢复。',
    'Applies to projects without their own periods. After a period is shortened, older data are deleted within a day and cannot be restored.',
  ),
  'retention.readOnly': text('您没有修改项目的权限', 'You do not have permission to edit the project'),
  'retention.source': text('保留时间', 'Periods'),
  'retention.sourceHelp': text(
    '默认值由管理员设置：样本 {{samplesDays}} 天，分钟汇总 {{minutesDays}} 天，小时汇总 {{hoursDays}} 天',
    'The default is set by an administrator: samples {{samplesDays}} days, minute summaries {{minutesDays}} days, hour summaries {{hoursDays}} days',
  ),
  'retention.source.default': text('使用默认值', 'Default'),
  'retention.source.own': text('为本项目单独设置', 'Own periods of this project'),
  'retention.samples': text('原始样本（天）', 'Samples (days)'),
  'retention.samplesHelp': text('每次采集的值，1 到 {{max}} 天', 'Values as collected, 1 to {{max}} days'),
  'retention.minutes': text('分钟汇总（天）', 'Minute summaries (days)'),
  'retention.minutesHelp': text(
    '每分钟的最小值、最大值、平均值和增量，不少于原始样本的天数',
    'Minimum, maximum, mean and increase of each minute; at least as long as samples',
  ),
  'retention.hours': text('小时汇总（天）', 'Hour summaries (days)'),
  'retention.hoursHelp': text(
    '每小时的汇总，以及状态和文本的变化，不少于分钟汇总的天数',
    'Summaries of each hour, and changes of states and texts; at least as long as minute summaries',
  ),
  'retention.shorterThanSamples': text('不能少于原始样本的天数', 'Must not be shorter than samples'),
  'retention.shorterThanMinutes': text('不能少于分钟汇总的天数', 'Must not be shorter than minute summaries'),
  'retention.use': text('磁盘占用', 'Disk usage'),
  'retention.rate': text('当前数据量', 'Present amount of data'),
  'retention.rateNote': text(
    '{{series}} 条序列，每天 {{samples}} 个样本',
    '{{series}} series, {{samples}} samples per day',
  ),
  'retention.expected': text('预计占用', 'Estimated size'),
  'retention.expectedNote': text(
    '约 {{size}}（按以上保留时间和当前数据量估算）',
    'About {{size}}, with the periods above and the present amount of data',
  ),
  'retention.used': text('已占用（所有项目）', 'In use (all projects)'),
  'retention.usedSamples': text('原始样本', 'Samples'),
  'retention.usedSamplesNote': text(
    '{{size}}，其中最近一小时左右未压缩的 {{recent}}',
    '{{size}}, of which {{recent}} of about the last hour are not compressed yet',
  ),
  'retention.usedMinutes': text('分钟汇总', 'Minute summaries'),
  'retention.usedHours': text('小时汇总', 'Hour summaries'),
  'retention.usedCatalogue': text('序列目录、状态和文本', 'Catalogue of series, states and texts'),
  'retention.outside': text('样本（在 VictoriaMetrics 中）', 'Samples in VictoriaMetrics'),
  'retention.outsideUnknown': text('未提供占用大小', 'Does not tell its size'),
  'retention.outsideKeeps': text('{{size}}，保留 {{days}} 天', '{{size}}, kept for {{days}} days'),
  'retention.outsideShort': text(
    'VictoriaMetrics 只保留 {{days}} 天的数据，更早的数据不会显示。请增大它的 -retentionPeriod。',
    'VictoriaMetrics keeps data for {{days}} days only, so older data are not shown. Increase its -retentionPeriod.',
  ),
  'profileRetention.open': text('保留时间', 'Retention'),
  'profileRetention.title': text(
    '火焰图和线程转储的保留时间',
    'Retention of flame diagrams and thread dumps',
  ),
  'profileRetention.text': text(
    '超过保留天数的火焰图和线程转储每小时自动删除，不能恢复；标为“始终保留”的不删除。已删除的火焰图不再出现在报告和报告对比中。',
    'Flame diagrams and thread dumps that are older are deleted once an hour and cannot be restored, except those that are marked “Keep always”. Reports and comparisons of runs do not have the deleted ones any more.',
  ),
  'profileRetention.days': text('保留天数', 'Days'),
  'profileRetention.daysHelp': text(
    '从保存时算起；0 表示不自动删除，默认 {{days}} 天',
    'From when they were stored; 0: nothing is deleted by age. The default is {{days}}',
  ),
  'profileRetention.expired': text(
    '已超过此天数、将被删除的：{{profiles}} 个火焰图，{{threadDumps}} 次线程转储',
    'Older than this, and therefore deleted: {{profiles}} flame diagrams, {{threadDumps}} orders of thread dumps',
  ),
  'profileRetention.none': text('目前没有超过此天数的', 'Nothing is older than this at present'),
  'profileRetention.off': text('不按时间删除', 'Nothing is deleted by age'),
  'profileRetention.keep': text('始终保留', 'Keep always'),
  'profileRetention.keepHelp': text('超过保留天数后也不自动删除', 'Not deleted by age'),
  'profileRetention.release': text('按保留时间删除', 'Delete by age'),
  'profileRetention.expiresAt': text('自动删除', 'Deleted by age'),
  'profileRetention.never': text('不自动删除', 'Never'),
} as const
