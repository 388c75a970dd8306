// Starts `hexwright lsp` and hands it every text of the languages in package.json.

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { contributes } = require("./package.json");

let client;

exports.activate = async () => {
  const command = workspace.getConfiguration("hexwright").get("path", "hexwright");
  const server = { command, args: ["lsp"] };
  const documentSelector = contributes.languages.map(({ id }) => ({ language: id }));
  client = new LanguageClient("hexwright", "Hexwright", server, { documentSelector });
  await client.start();
};

exports.deactivate = () => client?.stop();
