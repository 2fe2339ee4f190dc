"""An editor: works on the flows of a folder by pygls' client, and says what it gets, a line each.

    editor.py USHER FOLDER
"""
import asyncio, pathlib, sys
from lsprotocol import types as t
from pygls.lsp.client import LanguageClient

usher, folder = sys.argv[1], pathlib.Path(sys.argv[2])
client = LanguageClient("editor", "1")
problems: dict[str, asyncio.Queue] = {}
shown: asyncio.Queue = asyncio.Queue()


@client.feature(t.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
def published(params: t.PublishDiagnosticsParams):
    problems.setdefault(params.uri, asyncio.Queue()).put_nowait(params)


@client.feature(t.WINDOW_SHOW_MESSAGE)
def message(params: t.ShowMessageParams):
    shown.put_nowait(params)


def uri(name):
    return (folder / name).as_uri()


def document(name):
    return t.TextDocumentIdentifier(uri=uri(name))


def at(text, part, more=0):
    """The place behind a part of a text, in UTF-16 units."""
    head = text[: text.index(part) + len(part) + more]
    line = head.rsplit("\n", 1)[-1]
    return t.Position(line=head.count("\n"), character=len(line.encode("utf-16-le")) // 2)


async def problems_of(name, version):
    """The problems of a version of a text."""
    queue = problems.setdefault(uri(name), asyncio.Queue())
    while True:
        params = await asyncio.wait_for(queue.get(), 60)
        if params.version == version:
            return params.diagnostics


def changed(text, edits):
    """A text with edits made, whose places are of lines without characters beyond the first plane."""
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda e: (-e.range.start.line, -e.range.start.character)):
        assert edit.range.start.line == edit.range.end.line
        line = lines[edit.range.start.line]
        lines[edit.range.start.line] = line[: edit.range.start.character] + edit.new_text + line[edit.range.end.character :]
    return "\n".join(lines)


def tell(what, *values):
    print(what + ":", *values)


async def work():
    await client.start_io(usher, "lsp", "--stdio")
    result = await client.initialize_async(
        t.InitializeParams(capabilities=t.ClientCapabilities(), process_id=None, root_uri=folder.as_uri())
    )
    tell("server", result.server_info.name, result.capabilities.position_encoding)
    client.initialized(t.InitializedParams())

    name = "sign-up.yaml"
    text = (folder / name).read_text().replace("submit: done", "submit: dona")
    client.text_document_did_open(
        t.DidOpenTextDocumentParams(t.TextDocumentItem(uri=uri(name), language_id="yaml", version=1, text=text))
    )
    found = await problems_of(name, 1)
    tell("problems", [d.code for d in found])

    actions = await client.text_document_code_action_async(
        t.CodeActionParams(document(name), found[0].range, t.CodeActionContext(diagnostics=found))
    )
    tell("fix", actions[0].title)
    text = changed(text, actions[0].edit.changes[uri(name)])
    client.text_document_did_change(
        t.DidChangeTextDocumentParams(
            t.VersionedTextDocumentIdentifier(version=2, uri=uri(name)),
            [t.TextDocumentContentChangeWholeDocument(text=text)],
        )
    )
    tell("problems", [d.code for d in await problems_of(name, 2)])

    # A letter after the other, as somebody types: only the last text is told of.
    place = at(text, "page: ")
    for number, letter in enumerate("Hello 😀 "):
        character = place.character + len("Hello 😀 "[:number].encode("utf-16-le")) // 2
        where = t.Position(line=place.line, character=character)
        client.text_document_did_change(
            t.DidChangeTextDocumentParams(
                t.VersionedTextDocumentIdentifier(version=3 + number, uri=uri(name)),
                [t.TextDocumentContentChangePartial(range=t.Range(where, where), text=letter)],
            )
        )
    text = text.replace("page: ", "page: Hello 😀 ")
    tell("problems", [d.code for d in await problems_of(name, 3 + len("Hello 😀 ") - 1)])

    place = t.TextDocumentPositionParams(document(name), at(text, "submit: "))
    items = await client.text_document_completion_async(t.CompletionParams(place.text_document, place.position))
    tell("completion", [item.label for item in items])
    hover = await client.text_document_hover_async(t.HoverParams(document(name), at(text, "fields: { em")))
    tell("hover", hover.contents.value.split("\n")[0])
    where = await client.text_document_definition_async(t.DefinitionParams(document(name), at(text, "fields: { em")))
    tell("definition", where[0].uri == uri("tenant.yaml"), where[0].range.start.line)
    places = await client.text_document_references_async(
        t.ReferenceParams(
            text_document=document(name), position=at(text, "fields: { em"),
            context=t.ReferenceContext(include_declaration=True),
        )
    )
    tell("references", len(places), sorted({place.uri.rsplit("/", 1)[-1] for place in places}))
    edit = await client.text_document_rename_async(t.RenameParams(document(name), at(text, "start: id"), "who-are-you"))
    tell("rename", len(edit.changes[uri(name)]))
    try:
        await client.text_document_rename_async(t.RenameParams(document(name), at(text, "start: id"), "1"))
    except Exception as error:
        tell("refused", error)
    symbols = await client.text_document_document_symbol_async(t.DocumentSymbolParams(document(name)))
    tell("symbols", symbols[0].name, [child.name for child in symbols[0].children])
    lenses = await client.text_document_code_lens_async(t.CodeLensParams(document(name)))
    tell("lenses", [lens.command.title for lens in lenses])
    graph, test = (lens.command for lens in lenses)
    drawn = await client.workspace_execute_command_async(t.ExecuteCommandParams(graph.command, graph.arguments))
    tell("graph", str(drawn["text"] if isinstance(drawn, dict) else drawn.text).split()[0])
    played = await client.workspace_execute_command_async(t.ExecuteCommandParams(test.command, test.arguments))
    tell("test", played["passed"] if isinstance(played, dict) else played.passed)
    tell("said", (await asyncio.wait_for(shown.get(), 60)).message.strip().split("\n")[-1])

    await client.shutdown_async(None)
    client.exit(None)
    tell("exit", await asyncio.wait_for(client._server.wait(), 60))


asyncio.run(work())
