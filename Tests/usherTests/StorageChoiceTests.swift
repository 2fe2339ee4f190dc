import Testing

@testable import usher

@Suite struct StorageChoiceTests {
  @Test(arguments: [
    ("postgres://u:secret@db/x", "postgres://u@db/x"), ("postgres://db/x", "postgres://db/x"),
    ("postgresql://u@db:5432/x", "postgresql://u@db:5432/x"),
    ("postgres://u:secret?more@db/x", "postgres://u@db/x"),
    ("postgres://u:sec:ret@db,other:5433/x?sslmode=require", "postgres://u@db,other:5433/x?sslmode=require"),
    ("postgres://u:sec@ret@db/x", "postgres://u@db/x"), ("postgres://u:sec/ret@db/x", "postgres://u@db/x"),
    ("postgres://u:sec/r?et@db/x", "postgres://u@db/x"),
    ("postgres://u:secret@db/x?application_name=a@b", "postgres://u@db/x?application_name=a@b"),
    ("postgres://db/x?user=u&password=secret&sslmode=require", "postgres://db/x?user=u&sslmode=require"),
    ("postgres://db/x?sslpassword=secret", "postgres://db/x"),
    ("postgres://db/x?p%61ssword=secret", "postgres://db/x"), ("postgres://db/x?secret", "postgres://db/x"),
    ("postgres://db/x?oauth_client_secret=secret&scram_client_key=secret", "postgres://db/x"),
    ("postgre://u:secret@db/x", "postgre://u@db/x"),
    ("host=db user=u password=secret", "host=db user=u …"), ("nowhere", "nowhere"),
  ])
  func `a password is not shown, whatever it is made of`(_ url: String, _ shown: String) {
    #expect(StorageChoice.withoutPassword(url) == shown)
    #expect(!shown.contains("secret") && !shown.contains("sec"))
    if let choice = StorageChoice(url) { #expect(choice.text == shown) }
  }
}
