/** Texts of errors about the catalogue, components and scenarios. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const componentErrorTexts = {
  RootFixed: { zh: '根节点不能删除、移动或重命名', en: 'The root node cannot be deleted, moved or renamed' },
  MoveIntoSelf: { zh: '不能移动到自己的下级目录', en: 'A folder cannot be moved into its own subfolder' },
  LeafHasNoChildren: { zh: '此节点下不能再添加子节点', en: 'No children can be added to this node' },
  TreeTooDeep: { zh: '目录最多 {limit} 层', en: 'The catalogue can have at most {limit} levels' },
  EditedMeanwhile: {
    zh: '{editor} 在 {at} 保存了新版本，您的修改尚未保存',
    en: '{editor} saved a newer version at {at}; your changes have not been saved',
  },
  ComponentInUse: {
    zh: '组件“{component}”被场景“{scenarios}”使用，不能删除',
    en: 'Component “{component}” is used by the scenarios “{scenarios}” and cannot be deleted',
  },
  ParameterFileInUse: {
    zh: '参数文件“{file}”被组件“{components}”使用，不能删除',
    en: 'Parameter file “{file}” is used by the components “{components}” and cannot be deleted',
  },
  AttachmentInUse: {
    zh: '文件“{file}”被组件“{components}”使用，不能删除',
    en: 'File “{file}” is used by the components “{components}” and cannot be deleted',
  },
  PlanRefused: {
    zh: '测试计划有误（第 {line} 行第 {column} 列）：{detail}',
    en: 'Invalid test plan (line {line}, column {column}): {detail}',
  },
  FilesExceeded: {
    zh: '一个组件最多 {limit} 个文件，请先删除不用的',
    en: 'A component can have at most {limit} files. Delete unused files first',
  },
  FileTypeRefused: {
    zh: '不支持的文件类型，请上传 {extensions} 文件',
    en: 'Unsupported file type. Upload a {extensions} file',
  },
  FileContentRefused: { zh: '文件内容有误：{detail}', en: 'Invalid file content: {detail}' },
  ResultsLackColumns: {
    zh: '结果文件缺少列：{columns}',
    en: 'Columns missing in the result file: {columns}',
  },
  ResultsDatesAmbiguous: {
    zh: '第 {line} 行的时间“{found}”分不清日和月，请选择日期的顺序',
    en: 'Day and month are ambiguous in the time “{found}” (line {line}). Select the date order',
  },
  ResultsBroken: {
    zh: '结果文件的 XML 在第 {line} 行损坏或不受支持',
    en: 'The XML of the result file is damaged or not supported at line {line}',
  },
  ImportInterrupted: {
    zh: '服务器在导入时退出，文件仍在，请重试',
    en: 'The server stopped during the import. The file is still available; try again',
  },
  ImportNotActive: {
    zh: '导入已经结束，不能取消',
    en: 'The import has ended and cannot be cancelled',
  },
  ImportNotRepeatable: {
    zh: '此导入不能重试，请重新上传文件',
    en: 'This import cannot be retried. Upload the file again',
  },
  SecretUnreadable: {
    zh: '保密变量“{name}”无法解密：服务器的密钥（数据目录中的 secret.key）已更换，请重新输入它的值并保存',
    en: 'The secret variable “{name}” cannot be decrypted: the server key (secret.key in the data folder) has been replaced. Enter the value again and save',
  },
  RuleExpressionInvalid: {
    zh: '动态值规则“{name}”的表达式无效：{reason}',
    en: 'The expression of the rule “{name}” is invalid: {reason}',
  },
  RecordingUnderWay: {
    zh: '您有一个录制正在进行（在此项目或其他项目中），请先在对应项目的组件编辑器中停止它',
    en: 'You have a recording under way, in this project or another one. Stop it in the component editor of that project first',
  },
  RecordingsKept: {
    zh: '您有 {limit} 个录制尚未导入（可能在其他项目中），请先在对应项目的组件编辑器中导入或丢弃',
    en: 'You have {limit} recordings that are not imported, perhaps in other projects. Import or discard them in the component editor of their project first',
  },
  RecordingsFull: {
    zh: '服务器上已有 {limit} 个录制在进行，请稍后再试',
    en: 'The server already runs {limit} recordings. Try again later',
  },
  RecordingNotStarted: {
    zh: '录制代理未能启动：{detail}',
    en: 'The recording proxy could not be started: {detail}',
  },
  RecordingPortsTaken: {
    zh: '录制代理的端口（PONE_RECORDING_PORTS）均被占用，请稍后再试或请管理员增加端口',
    en: 'All ports of recording proxies (PONE_RECORDING_PORTS) are in use. Try again later, or ask the administrator for more',
  },
  RecordingEnded: { zh: '录制已经结束', en: 'The recording has ended' },
  RecordingTransactionsFull: {
    zh: '一个录制中的事务数已达上限，请停止录制后再开始新的录制',
    en: 'The recording has as many transactions as it can have. Stop it and start another one',
  },
  FileMissing: { zh: '请选择要上传的文件', en: 'Select a file to upload' },
} as const satisfies Catalogue
