/** Texts of dashboards: chart groups, their editor and their view, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

const listMessages = {
  'chartGroup.one': text('图表分组', 'Chart group'),
  'chartGroup.many': text('图表分组', 'Chart groups'),
  'chartGroup.new': text('新建图表分组', 'New chart group'),
  'chartGroup.emptyTitle': text('还没有图表分组', 'No chart groups yet'),
  'chartGroup.emptyText': text(
    '图表分组把多个监控的指标放在一个页面上：一张图可以包含不同主机、数据库或中间件的曲线，并标出压测的起止时间。',
    'A chart group shows counters of several monitors on one page: one chart can hold lines of different hosts, databases or services, with the times of load tests marked.',
  ),
  'chartGroup.search': text('搜索名称', 'Search name'),
  'chartGroup.name': text('名称', 'Name'),
  'chartGroup.nameHelp': text('必填，在项目内唯一', 'Required, unique in the project'),
  'chartGroup.nameMissing': text('请输入图表分组名称', 'Enter a name for the chart group'),
  'chartGroup.style': text('图表样式', 'Chart style'),
  'chartGroup.styleHelp': text(
    '没有单独设置样式的图表使用此样式',
    'For charts that have no style of their own',
  ),
  'chartGroup.style.line': text('折线图', 'Line'),
  'chartGroup.style.bar': text('柱状图', 'Bar'),
  'chartGroup.charts': text('图表数', 'Charts'),
  'chartGroup.grid': text('图表', 'Charts'),
  'chartGroup.updatedAt': text('更新时间', 'Updated'),
  'chartGroup.updatedBy': text('更新人', 'Updated by'),
  'chartGroup.copied': text('图表分组已复制', 'Chart group copied'),
  'chartGroup.deleteTitle': text('删除图表分组“{{name}}”？', 'Delete the chart group “{{name}}”?'),
  'chartGroup.deleteText': text(
    '图表和变量一起删除，无法恢复。监控和已采集的数据保留。',
    'Its charts and variables are deleted and cannot be restored. Monitors and collected data stay.',
  ),
} as const

const viewMessages = {
  'chartGroup.share': text('复制地址', 'Copy address'),
  'chartGroup.shareHelp': text(
    '地址包含时间范围和变量；打开的人需要有此项目的监控查看权限',
    'The address carries range and variables; who opens it needs the right to view monitors of this project',
  ),
  'chartGroup.fullScreen': text('全屏', 'Full screen'),
  'chartGroup.rotation': text('轮播', 'Rotation'),
  'chartGroup.rotation.off': text('不轮播', 'No rotation'),
  'chartGroup.rotation.every': text('每 {{seconds}} 秒换下一个分组', 'Next group every {{seconds}} s'),
  'chartGroup.variables': text('变量', 'Variables'),
  'chartGroup.variableAll': text('全部', 'All'),
  'chartGroup.variableFirst': text('第一个：{{name}}', 'First: {{name}}'),
  'chartGroup.runs': text('时间范围内的压测', 'Load tests in this range'),
  'chartGroup.run': text('压测 #{{number}} {{name}}', 'Load test #{{number}} {{name}}'),
  'chartGroup.runSpan': text('{{from}} – {{to}}', '{{from}} – {{to}}'),
  'chartGroup.runLasts': text('进行中', 'running'),
  'chartGroup.noCharts': text('此分组还没有图表', 'This group has no charts yet'),
  'chartGroup.noData': text('此时间范围内没有数据', 'No data in this range'),
  'chartGroup.noMonitor': text(
    '没有选中的监控，请在变量中选择',
    'No monitor is chosen. Choose one in the variables',
  ),
  'chartGroup.deleted': text('监控已删除：{{names}}', 'Deleted monitors: {{names}}'),
  'chartGroup.omitted': text(
    '显示最高的 {{shown}} 条曲线，另有 {{count}} 条',
    'The highest {{shown}} series are shown; {{count}} more exist',
  ),
  'chartGroup.otherUnit': text(
    '{{count}} 条曲线的单位不同，未显示',
    '{{count}} series have another unit and are not shown',
  ),
  'chartGroup.export': text('导出', 'Export'),
  'chartGroup.exportPng': text('全部图表（一张 PNG 图片）', 'All charts as one PNG picture'),
  'chartGroup.exportCsv': text('全部曲线（CSV）', 'All curves as CSV'),
  'chartGroup.csvOmitted': text(
    '另有 {{count}} 张图表超出文件的上限，未导出',
    '{{count}} more charts exceed the limit of this file and are left out',
  ),
  'chartGroup.pictureRange': text('{{from}} 至 {{to}}', '{{from}} to {{to}}'),
  'chartGroup.pictureFailed': text(
    '浏览器无法生成图片，请减少图表',
    'The browser could not make the picture; use fewer charts',
  ),
  'chartGroup.gap': text('{{monitor}}：{{cause}}', '{{monitor}}: {{cause}}'),
} as const

const editMessages = {
  'chartGroup.runFirst': text('请先启动监控', 'Start a monitor first'),
  'chartGroup.runFirstText': text(
    '当前项目没有正在运行的监控。启动至少一个监控后，才能选择指标并制作图表。',
    'No monitor of this project is running. Once one runs, you can choose its counters and make charts.',
  ),
  'chartGroup.toMonitors': text('去启动监控', 'Go to monitors'),
  'chartGroup.unsaved': text('未保存', 'Unsaved'),
  'chartGroup.undo': text('撤销（Ctrl+Z）', 'Undo (Ctrl+Z)'),
  'chartGroup.redo': text('重做（Ctrl+Y）', 'Redo (Ctrl+Y)'),
  'chartGroup.watch': text('查看', 'View'),
  'chartGroup.addChart': text('添加图表', 'Add chart'),
  'chartGroup.addTemplate': text('使用模板', 'Use template'),
  'chartGroup.template': text('监控类型', 'Monitor type'),
  'chartGroup.templateHelp': text(
    '添加此类型的默认图表和一个变量，查看时用变量选择监控',
    'Adds the default charts of the type, and a variable that chooses the monitor while viewing',
  ),
  'chartGroup.templateCut': text(
    '一个分组最多 {{limit}} 张图表，{{count}} 张没有添加',
    'A group can have at most {{limit}} charts; {{count}} were not added',
  ),
  'chartGroup.emptyCanvas': text(
    '用“添加图表”选择指标，或用“使用模板”添加一个监控类型的全部默认图表',
    'Choose counters with “Add chart”, or add all default charts of a monitor type with “Use template”',
  ),
  'chartGroup.chart': text('图表', 'Chart'),
  'chartGroup.move': text('移动图表“{{name}}”', 'Move the chart “{{name}}”'),
  'chartGroup.resize': text('调整图表“{{name}}”的大小', 'Resize the chart “{{name}}”'),
  'chartGroup.keysHelp': text('拖动，或用方向键', 'Drag, or use the arrow keys'),
  'chartGroup.placed': text(
    '“{{name}}”：第 {{column}} 列，第 {{row}} 行，宽 {{width}}，高 {{height}}',
    '“{{name}}”: column {{column}}, row {{row}}, width {{width}}, height {{height}}',
  ),
  'chartGroup.title': text('标题', 'Title'),
  'chartGroup.titleHelp': text('留空时使用指标名称', 'Left empty, the names of the counters are used'),
  'chartGroup.styleOfGroup': text('与分组相同', 'As the group'),
  'chartGroup.counters': text('指标', 'Counters'),
  'chartGroup.countersHelp': text(
    '可以选择多个监控的指标，单位必须相同',
    'Counters of several monitors can be chosen; they must have the same unit',
  ),
  'chartGroup.countersMissing': text('请至少添加一个指标', 'Add at least one counter'),
  'chartGroup.source': text('监控或变量', 'Monitor or variable'),
  'chartGroup.counter': text('指标', 'Counter'),
  'chartGroup.addCounter': text('添加指标', 'Add counter'),
  'chartGroup.removeCounter': text('移除指标“{{name}}”', 'Remove the counter “{{name}}”'),
  'chartGroup.variable': text('变量“{{name}}”', 'Variable “{{name}}”'),
  'chartGroup.onlyLabels': text('只显示：{{label}}', 'Only: {{label}}'),
  'chartGroup.apply': text('确定', 'Apply'),
  'chartGroup.variablesHelp': text(
    '查看图表时可以选择的监控，或用于筛选的标签',
    'Monitors that can be chosen while viewing, or labels that filter',
  ),
  'chartGroup.variableKind': text('新变量', 'New variable'),
  'chartGroup.variableKind.monitor': text('监控', 'Monitor'),
  'chartGroup.variableKind.label': text('标签', 'Label'),
  'chartGroup.label': text('标签名', 'Label name'),
  'chartGroup.noLabels': text('图表中的指标没有标签', 'The counters of the charts have no labels'),
  'chartGroup.addVariable': text('添加变量', 'Add variable'),
  'chartGroup.variableInUse': text(
    '有图表使用此变量，不能移除',
    'Charts use this variable, so it cannot be removed',
  ),
  'chartGroup.noVariables': text('没有变量', 'No variables'),
  'chartGroup.difference.name': text('名称或样式：{{name}}', 'Name or style: {{name}}'),
  'chartGroup.difference.mine': text('只在您的版本中：{{name}}', 'Only in your version: {{name}}'),
  'chartGroup.difference.theirs': text(
    '只在已保存的版本中：{{name}}',
    'Only in the stored version: {{name}}',
  ),
  'chartGroup.difference.changed': text('不同：{{name}}', 'Different: {{name}}'),
} as const

export const chartGroupMessages = { ...listMessages, ...viewMessages, ...editMessages } as const
