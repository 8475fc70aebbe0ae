/** Samplers of mail: sending and reading. */
import { type ElementDefinition, elementsOf, type ItemDefinition } from './element.ts'
import { choice, column, file, flag, lines, number, password, table, text, textFlag } from './fields.ts'

/** Security of mail connections, the same for sending and reading. */
const mailSecurity: readonly ItemDefinition[] = [
  textFlag('SMTPSampler.useSSL', '使用 SSL', 'Use SSL'),
  textFlag('SMTPSampler.useStartTLS', '使用 StartTLS', 'Use StartTLS'),
  textFlag('SMTPSampler.enforceStartTLS', '强制 StartTLS', 'Enforce StartTLS'),
  textFlag('SMTPSampler.trustAllCerts', '信任所有证书', 'Trust all certificates'),
  textFlag('SMTPSampler.useLocalTrustStore', '使用本地信任库', 'Use local truststore'),
  file('SMTPSampler.trustStoreToUse', '信任库文件', 'Truststore file'),
  text('SMTPSampler.tlsProtocols', 'TLS 协议', 'TLS protocols'),
]

export const mailElements: readonly ElementDefinition[] = [
  ...elementsOf('sampler', [
    {
      testclass: 'SmtpSampler',
      guiclass: 'SmtpSamplerGui',
      icon: 'mail',
      zh: 'SMTP 取样器',
      en: 'SMTP Sampler',
      items: [
        text('SMTPSampler.server', '服务器', 'Server'),
        number('SMTPSampler.serverPort', '端口', 'Port', { max: 65_535 }),
        number('SMTPSampler.serverConnectionTimeout', '连接超时（毫秒）', 'Connection time-out (ms)'),
        number('SMTPSampler.serverTimeout', '读取超时（毫秒）', 'Read time-out (ms)'),
        text('SMTPSampler.mailFrom', '发件人', 'From'),
        text('SMTPSampler.replyTo', '回复到', 'Reply to'),
        text('SMTPSampler.receiverTo', '收件人', 'To'),
        text('SMTPSampler.receiverCC', '抄送', 'Cc'),
        text('SMTPSampler.receiverBCC', '密送', 'Bcc'),
        textFlag('SMTPSampler.useAuth', '使用认证', 'Use authentication'),
        text('SMTPSampler.username', '用户名', 'Username'),
        password('SMTPSampler.password', '密码', 'Password'),
        ...mailSecurity,
        text('SMTPSampler.subject', '主题', 'Subject'),
        textFlag('SMTPSampler.suppressSubject', '不发送主题头', 'Suppress subject header'),
        textFlag('SMTPSampler.include_timestamp', '主题含时间戳', 'Timestamp in the subject'),
        table('SMTPSampler.headerFields', '信息头', 'Headers', {
          elementType: 'Argument',
          nameColumn: 'Argument.name',
          columns: [
            column('Argument.name', '名称', 'Name'),
            column('Argument.value', '值', 'Value'),
            column('Argument.metadata', '分隔', 'Metadata', { initial: '=', isHidden: true }),
          ],
        }),
        lines('SMTPSampler.message', '正文', 'Message'),
        textFlag('SMTPSampler.plainBody', '纯文本正文', 'Send plain body'),
        file('SMTPSampler.attachFile', '附件（用 ; 分隔）', 'Attachments (separated by ;)'),
        flag('SMTPSampler.use_eml', '发送 .eml 文件', 'Send .eml file'),
        file('SMTPSampler.emlMessageToSend', '.eml 文件', '.eml file'),
        textFlag('SMTPSampler.messageSizeStatistics', '计算消息大小', 'Calculate message size'),
        textFlag('SMTPSampler.enableDebug', '打开调试日志', 'Enable debug logging'),
      ],
    },
    {
      testclass: 'MailReaderSampler',
      guiclass: 'MailReaderSamplerGui',
      icon: 'mail',
      zh: '邮件阅读者取样器',
      en: 'Mail Reader Sampler',
      items: [
        choice('host_type', '协议', 'Protocol', ['pop3', 'pop3s', 'imap', 'imaps'], { isOpen: true }),
        text('host', '服务器', 'Server'),
        number('port', '端口', 'Port', { max: 65_535 }),
        text('username', '用户名', 'Username'),
        password('password', '密码', 'Password'),
        text('folder', '文件夹', 'Folder', { initial: 'INBOX' }),
        number('num_messages', '邮件数（-1 为全部）', 'Number of messages (-1 = all)', {
          type: 'int',
          initial: '-1',
          min: -1,
        }),
        flag('headerOnly', '只取邮件头', 'Fetch headers only'),
        flag('delete', '从服务器删除邮件', 'Delete messages from the server'),
        flag('storeMimeMessage', '存储 MIME 原文', 'Store the message using MIME (raw)'),
        ...mailSecurity,
      ],
    },
  ]),
]
