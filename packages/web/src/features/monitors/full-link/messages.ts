/** Texts of the full link page, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const fullLinkMessages = {
  'fullLink.run': text('执行记录', 'Execution record'),
  'fullLink.runOption': text('{{name}} #{{number}}（{{time}}）', '{{name}} #{{number}} ({{time}})'),
  'fullLink.runHelp': text('列出最近的 {{count}} 次执行', 'The latest {{count}} runs are listed'),
  'fullLink.chooseRun': text('选择执行记录', 'Choose a run'),
  'fullLink.label': text('请求或事务', 'Request or transaction'),
  'fullLink.noRun': text('选择一次执行', 'Choose a run'),
  'fullLink.noRunText': text(
    '全链路显示一次执行的某个请求或事务由监控链路中的哪些节点处理，以及这些节点在执行期间的状态和指标。',
    'Full link shows which nodes of monitoring links serve a request or transaction of a run, with their states and counters during the run.',
  ),
  'fullLink.noRuns': text('还没有执行记录', 'There are no runs yet'),
  'fullLink.noRunsText': text(
    '先执行一个场景，再查看它的全链路。',
    'Run a scenario first, then open its full link.',
  ),
  'fullLink.openRun': text('打开执行', 'Open the run'),
  'fullLink.openScenarios': text('打开场景', 'Open scenarios'),
  'fullLink.openLinks': text('打开监控链路', 'Open monitoring links'),
  'fullLink.noLabels': text('这次执行还没有请求或事务', 'The run has no requests or transactions yet'),
  'fullLink.imported': text(
    '结果是从文件导入的，不包含请求的地址，因此无法确定由哪些节点处理。',
    'The results were imported from a file without addresses of requests. Which nodes serve them is not known.',
  ),
  'fullLink.unreadable': text(
    '无法读取 JMeter 测试计划，请求的地址未知。',
    'The JMeter test plan cannot be read. The addresses of its requests are not known.',
  ),
  'fullLink.addresses': text('访问地址', 'Addresses'),
  'fullLink.by.address': text('地址一致：{{detail}}', 'has the address {{detail}}'),
  'fullLink.by.settings': text('组件的主机映射指向 {{detail}}', 'the component maps the host to {{detail}}'),
  'fullLink.by.dns': text('服务器解析该名称得到 {{detail}}', 'this server resolves the name to {{detail}}'),
  'fullLink.by.loadMachine': text(
    '本机地址，即压力机 {{detail}}',
    'a loopback address: load machine {{detail}}',
  ),
  'fullLink.by.alias': text(
    '节点别名与主机名相同：{{detail}}',
    'the alias of the node is the host name {{detail}}',
  ),
  'fullLink.by.machine': text(
    '只找到所在主机（{{detail}}），没有画出其上的服务',
    'only its machine is drawn ({{detail}}), not the service on it',
  ),
  'fullLink.unknown': text(
    '没有节点的地址是 {{address}}，请在监控链路中添加该地址的节点',
    'No node has the address {{address}}. Add it to a node of a monitoring link',
  ),
  'fullLink.computed': text(
    '{{address}} 中有执行时才取值的变量，无法在这里确定节点',
    '{{address}} has variables whose values are set in the run. Its node is not known',
  ),
  'fullLink.noAddress': text(
    '该请求没有地址：它的地址由脚本决定、属于未建立的连接，或不在测试计划中。',
    'No address is known: a script sets it, its connection is not opened by a step, or it is not in the test plan.',
  ),
  'fullLink.hidden': text(
    '您没有查看监控的权限，只查找了绑定到这次执行的链路',
    'You may not view monitors. Only links that belonged to the run were searched',
  ),
  'fullLink.searched': text(
    '查找了执行所绑定的链路 {{ofRun}} 条、项目的其他链路 {{others}} 条',
    'Links searched: {{ofRun}} of the run, {{others}} others of the project',
  ),
  'fullLink.searchedPart': text(
    '另有 {{omitted}} 条链路没有查找',
    '{{omitted}} more links were not searched',
  ),
  'fullLink.limits': text(
    '全链路按设计的地址和画出的连线推导，重定向、内嵌资源和未画出的调用不在其中，也不读取追踪系统中的数据；场景打开调用链后，报告中失败和慢的请求可以打开各自的调用链。',
    'Full link follows the designed addresses and the connections that are drawn. Redirects, embedded resources and calls that are not drawn are not part of it. The data of tracing systems is not read. Where the scenario switches traces on, failed and slow requests of the report lead to their traces.',
  ),
  'fullLink.ofRun': text('绑定到这次执行', 'belonged to the run'),
  'fullLink.notOfRun': text(
    '没有绑定到这次执行，按现在的拓扑显示',
    'did not belong to the run; shown as it is drawn now',
  ),
  'fullLink.omittedNodes': text('另有 {{count}} 个节点没有显示', '{{count}} more nodes are not shown'),
  'fullLink.omittedNodes_one': text('另有 {{count}} 个节点没有显示', '{{count}} more node is not shown'),
  'fullLink.map': text('链路 {{name}}', 'Link {{name}}'),
  'fullLink.mapHelp': text(
    '节点上的数值是执行期间的平均值，颜色是执行期间最差的采集状态和平均值是否超出限值。',
    'Values on nodes are means over the run. Colours show the worst state of collection in the run, and means beyond limits.',
  ),
  'fullLink.nodes': text('节点', 'Nodes'),
  'fullLink.node': text('节点', 'Node'),
  'fullLink.depth': text('调用层级', 'Calls away'),
  'fullLink.entry': text('入口', 'Entry'),
  'fullLink.calledBy': text('调用方', 'Called by'),
  'fullLink.state': text('执行期间的状态', 'State during the run'),
  'fullLink.counters': text('指标：平均 / 最大', 'Counters: mean / max'),
  'fullLink.noMonitor': text('没有监控', 'No monitor'),
  'fullLink.noValues': text('执行期间没有采集到数据', 'No values were collected during the run'),
  'fullLink.deleted': text('监控已删除', 'Monitor deleted'),
  'fullLink.basis': text(
    '平均值是执行期间各值的平均；长时间的执行中一个值是多次采集的平均，此时最大值会被平滑。多个序列（如多个磁盘）时取平均最高的一个。',
    'Means are over the values of the run. In long runs one value is the mean of several collections, so that maxima are smoothed. Of several series, such as disks, the one with the highest mean is shown.',
  ),
  'fullLink.charts': text('图表', 'Charts'),
  'fullLink.allNodes': text('全部节点', 'All nodes'),
} as const
