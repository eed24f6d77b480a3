// Requests to the server. An error carries the words of the server.

async function post(path, message, signal) {
  let response;
  try {
    response = await fetch(`api/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(message),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("The server does not answer. Start remise serve again.");
  }
  if (!response.ok) {
    const told = await response.json().catch(() => ({}));
    throw new Error(told.error ?? `The server answers ${response.status}.`);
  }
  return response;
}

// The answer to a message.
export async function ask(path, message) {
  return (await post(path, message)).json();
}

// Calls hear(name, data) for each event of an answer that goes on.
export async function listen(path, message, signal, hear) {
  const response = await post(path, message, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    let end;
    while ((end = text.indexOf("\n\n")) >= 0) {
      const [name, data] = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      hear(name.slice("event: ".length), JSON.parse(data.slice("data: ".length)));
    }
  }
}
