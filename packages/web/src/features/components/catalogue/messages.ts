/** Texts of the component catalogue and its summaries, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const catalogueMessages = {
  'component.name': text('名称', 'Name'),
  'component.value': text('值', 'Value'),
  'component.cancel': text('取消', 'Cancel'),
  'component.loading': text('正在加载…', 'Loading…'),
  'component.enabled': text('启用', 'Enabled'),
  'component.disabled': text('已禁用', 'Disabled'),
  'component.enabledNamed': text('启用 {{name}}', 'Enable {{name}}'),
  'component.deleteNamed': text('删除 {{name}}', 'Delete {{name}}'),
  'component.copied': text('已复制', 'Copied'),
  'component.copyUnsupported': text(
    '复制失败，当前浏览器不支持复制',
    'Copying failed: this browser does not support it',
  ),
  'component.catalogue.title': text('组件目录', 'Component catalogue'),
  'component.catalogue.root': text('全部组件', 'All components'),
  'component.catalogue.newComponent': text('新建组件', 'New component'),
  'component.catalogue.newComponentName': text('新组件', 'New component'),
  'component.catalogue.folder': text('目录', 'Folder'),
  'component.catalogue.component': text('组件', 'Component'),
  'component.catalogue.kind': text('类型', 'Type'),
  'component.catalogue.design': text('设计', 'Design'),
  'component.catalogue.designNamed': text('设计 {{name}}', 'Design {{name}}'),
  'component.catalogue.look': text('查看脚本', 'View script'),
  'component.catalogue.createScenario': text('创建场景', 'Create scenario'),
  'component.catalogue.scenarioSet': text('默认场景集', 'Scenarios'),
  'component.catalogue.empty': text('还没有组件', 'No components yet'),
  'component.catalogue.emptyHint': text(
    '组件是可以复用的压测脚本：一组请求、检查点和参数。先新建一个，再把它放进场景里施压。',
    'A component is a reusable test script: requests, checkpoints and parameters. Create a component, then add it to a scenario to run it under load.',
  ),
  'component.catalogue.deleteText': text(
    '将删除 {{components}} 个组件、{{folders}} 个目录，删除后不能恢复。',
    'This deletes {{components}} component(s) and {{folders}} folder(s). It cannot be undone.',
  ),
  'component.trial.hint': text(
    '按当前内容执行，不需要先保存：每个线程组 1 个用户、1 次循环（Ctrl+Enter）',
    'Runs the current content without saving: 1 user and 1 loop per thread group (Ctrl+Enter)',
  ),
  'component.trial.waiting': text(
    '正在启动 JMeter，需要几秒钟…',
    'Starting JMeter, this takes a few seconds…',
  ),
  'component.toJmeter': text('转换为 JMeter', 'Convert to JMeter'),
  'component.toJmeter.title': text('转换为 JMeter 组件', 'Convert to a JMeter component'),
  'component.toJmeter.hint': text(
    '将新建一个 JMeter 组件“{{name}}”，此组件保持不变。',
    'A JMeter component “{{name}}” will be created. This component is not changed.',
  ),
  'component.toJmeter.secrets': text(
    '保密变量的值不会写入测试计划，请在其中另行填写。',
    'Values of secret variables are not written to the test plan. Enter them there.',
  ),
  'component.toJmeter.left': text(
    '未能（完全）转换的内容：{{count}} 处',
    'Not converted, or only partly: {{count}}',
  ),
  'component.toJmeter.make': text('转换', 'Convert'),
  'component.toJmeter.done': text('已新建 JMeter 组件', 'JMeter component created'),
  'component.facts.steps': text('步骤数', 'Steps'),
  'component.facts.requests': text('请求', 'Requests'),
  'component.facts.transactions': text('事务', 'Transactions'),
  'component.facts.threadGroup': text(
    '{{threads}} 个线程，{{seconds}} 秒内启动，循环：{{loops}}',
    'Threads: {{threads}}, started within {{seconds}} s, loops: {{loops}}',
  ),
  'component.facts.changed': text('最近修改', 'Last modified'),
  'component.facts.revision': text('第 {{revision}} 版', 'revision {{revision}}'),
  'component.facts.noSteps': text('还没有步骤，点“设计”开始编写。', 'No steps yet. Click “Design” to begin.'),
  'component.facts.more': text('还有 {{count}} 个步骤', '{{count}} more steps'),
  'component.design.noneTitle': text('没有选择组件', 'No component selected'),
  'component.design.noneText': text(
    '请从组件目录中打开一个组件。',
    'Open a component from the component catalogue.',
  ),
  'component.design.goneTitle': text(
    '组件不存在或已被删除',
    'The component does not exist or has been deleted',
  ),
  'component.design.goneText': text(
    '它可能已被其他成员删除，或链接有误。',
    'It may have been deleted by another member, or the link is wrong.',
  ),
  'component.design.toCatalogue': text('返回组件目录', 'Back to the catalogue'),
} as const
