/** Help for listeners. */
import type { HelpTable } from './table.ts'

export const listenersHelp: HelpTable = {
  filename: [
    '结果写入的文件。平台执行时由 Pone 自己收集结果，一般留空。',
    'File for the results. Pone collects results itself, so it is usually empty.',
  ],
  'ResultCollector.error_logging': [
    '只记录失败的样本，可以大幅减小文件。',
    'Records failed samples only, which keeps the file small.',
  ],
  'ResultCollector.success_only_logging': ['只记录成功的样本。', 'Records successful samples only.'],
  'saveConfig/xml': [
    '文件格式为 XML；关闭时为 CSV，更小、更快。',
    'Writes XML. Off: CSV, which is smaller and faster.',
  ],
  'saveConfig/fieldNames': [
    'CSV 的第一行是列名。',
    'The first line of a CSV file holds the names of the columns.',
  ],
  'saveConfig/responseData': [
    '保存全部响应内容，文件会很大，只用于调试。',
    'Keeps all response contents. Files become very large; for debugging only.',
  ],
  'saveConfig/samplerData': [
    '保存全部请求内容，文件会很大，只用于调试。',
    'Keeps all request contents. Files become very large; for debugging only.',
  ],
  'saveConfig/responseDataOnError': [
    '失败的样本保存响应内容，便于分析原因。',
    'Keeps response contents of failed samples, to see why they failed.',
  ],
  'saveConfig/latency': [
    '从发送请求到收到第一个字节的毫秒数。',
    'Time from sending to the first byte of the answer, in ms.',
  ],
  'saveConfig/idleTime': [
    '样本中不计入响应时间的部分，毫秒。',
    'Time within a sample that does not count as response time, in ms.',
  ],
  'saveConfig/connectTime': [
    '建立连接（含 TLS 握手）的毫秒数。',
    'Time to connect, TLS handshake included, in ms.',
  ],
  'saveConfig/assertionsResultsToSave': [
    '保存哪些断言结果：0 不保存，1 第一个失败的，2 全部。',
    'Which assertion results are kept: 0 none, 1 the first failed one, 2 all.',
  ],
  'MailerResultCollector.mailer_model/MailerModel.successLimit': [
    '失败后再成功这么多次，发送恢复邮件。',
    'So many successes after failures send a mail.',
  ],
  'MailerResultCollector.mailer_model/MailerModel.failureLimit': [
    '失败超过这么多次，发送告警邮件。',
    'More failures than this send a mail.',
  ],
  'MailerResultCollector.mailer_model/MailerModel.successSubject': [
    '恢复邮件的主题。',
    'Subject of the mail about success.',
  ],
  'MailerResultCollector.mailer_model/MailerModel.failureSubject': [
    '告警邮件的主题。',
    'Subject of the mail about failures.',
  ],
  'MailerResultCollector.mailer_model/MailerModel.fromAddress': [
    '发件人的邮箱地址。',
    'Mail address of the sender.',
  ],
  'MailerResultCollector.mailer_model/MailerModel.addressie': [
    '多个地址用逗号分隔。',
    'Several addresses are separated by commas.',
  ],
  'MailerResultCollector.mailer_model/MailerModel.smtpHost': [
    '发送邮件的服务器。',
    'Server that sends the mails.',
  ],
  'MailerResultCollector.mailer_model/MailerModel.smtpPort': [
    '一般为 25，SSL 为 465，TLS 为 587。',
    'Usually 25, or 465 with SSL and 587 with TLS.',
  ],
  'MailerResultCollector.mailer_model/MailerModel.login': [
    'SMTP 服务器的账号。不需要登录时留空。',
    'Account on the SMTP server. Empty = no login.',
  ],
  'MailerResultCollector.mailer_model/MailerModel.authType': [
    '与 SMTP 服务器的连接是否加密。',
    'How the connection to the SMTP server is encrypted.',
  ],
  'BackendListenerGui:classname': [
    '把指标实时发送到 InfluxDB 或 Graphite 的类。Pone 自己已有实时指标，需要对接已有看板时使用。',
    'Class that sends metrics to InfluxDB or Graphite while the test runs. Pone has live metrics of its own; use it for dashboards you already have.',
  ],
  'BackendListenerGui:arguments/Arguments.arguments': [
    '实现类的参数，例如 influxdbUrl。',
    'Parameters of the class, for example influxdbUrl.',
  ],
  QUEUE_SIZE: [
    '等待发送的样本数上限，默认 5000，满了会拖慢测试。',
    'Samples that may wait to be sent, 5,000 by default. A full queue slows the test down.',
  ],
  'FileSaver.filename': [
    '保存响应内容的文件名开头，可带目录。',
    'Beginning of the names of files with response contents; may contain a folder.',
  ],
  'FileSaver.variablename': ['把保存的文件名写入这个变量。', 'Variable that gets the name of the file.'],
  'FileSaver.errorsonly': [
    '压测时建议打开，否则会产生大量文件。',
    'Turn it on under load, as there are very many files otherwise.',
  ],
  'FileSaver.successonly': ['只保存成功的响应。', 'Saves successful responses only.'],
  'FileSaver.skipautonumber': [
    '文件名不带序号，后一个会覆盖前一个。',
    'Names carry no number, and each file replaces the one before.',
  ],
  'FileSaver.skipsuffix': ['文件名不带按内容类型产生的后缀。', 'Names carry no suffix of the content type.'],
  'FileSaver.addTimstamp': ['文件名带日期和时间。', 'Names carry date and time.'],
  'FileSaver.numberPadLen': ['序号不足这么多位时前面补 0。', 'Shorter numbers are filled with zeros.'],
  'FileSaver.ignoreTC': [
    '事务控制器本身没有响应内容，一般打开。',
    'Transaction controllers have no response of their own; usually on.',
  ],
}
